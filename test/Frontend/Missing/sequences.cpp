// What the tracer says of vectors and lists that it does not follow: those of which a run decides
// how many elements they have, and those whose elements run code when they move.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <list>
#include <vector>

using torch::Tensor;

struct Counted {
  int copies = 0;
  Counted() = default;
  Counted(const Counted& other) : copies(other.copies + 1) {}
};

struct SplitImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<Tensor> parts = x.split(2);
    return x * static_cast<int64_t>(parts.capacity());
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: the capacity of this value is not supported yet [capacity-of-this-value]
  }
};
TORCH_MODULE(Split);

struct AppendedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<Tensor> parts = x.split(2);
    parts.push_back(x);
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: appending to this value is not supported yet [appending-to-this-value]
    return x;
  }
};
TORCH_MODULE(Appended);

struct AssignedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<Tensor> parts = x.split(2);
    parts.assign(2, x);
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this assignment to a container is not supported yet [this-assignment]
    return x;
  }
};
TORCH_MODULE(Assigned);

struct ReversedImpl : torch::nn::Module {
  Tensor forward(std::list<Tensor> parts, Tensor x) {
    parts.reverse();
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this change of a list is not supported yet [this-list]
    return x;
  }
};
TORCH_MODULE(Reversed);

struct MergedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::list<int> unknown(std::rand());
    std::list<int> list;
    list.merge(unknown);
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'merge' of a list is not supported yet [method-of-a-list]
    return x;
  }
};
TORCH_MODULE(Merged);

struct ErasedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<Counted> objects(3);
    objects.erase(objects.begin());
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: erasing among objects whose copies or destructors do something is not supported yet [erase-among-objects-with-code]
    return x;
  }
};
TORCH_MODULE(Erased);

struct InsertedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<Counted> objects(3);
    objects.insert(objects.begin(), Counted());
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: inserting among objects whose copies or destructors do something is not supported yet [insert-among-objects-with-code]
    return x;
  }
};
TORCH_MODULE(Inserted);

struct FlagsImpl : torch::nn::Module {
  Tensor forward(std::vector<bool> flags, Tensor x) {
    flags[0] = true;
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this reference to a bit is not supported yet [reference-to-a-bit]
    return x;
  }
};
TORCH_MODULE(Flags);

// One number stands for the list of it.
struct OneSizeImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    torch::ExpandingArray<2> sizes(5);
    return x + static_cast<int64_t>(sizes.size());
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: the size of this value is not supported yet [size-of-this-value]
  }
};
TORCH_MODULE(OneSize);

// What an operator returned does not say what it has elements of.
struct SlicedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<Tensor> last = torch::split(x, {1, 2});
    last.emplace_back();
    // CHECK: sequences.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an element of this type is not supported yet [element-of-this-type]
    return x;
  }
};
TORCH_MODULE(Sliced);

// Elements move when the vector gives back what it does not need.
struct Moving {
  explicit Moving(int value) : value(value) {}
  Moving(const Moving& other) = default;
  Moving(Moving&& other) noexcept : value(other.value) { ++moves; }
  int value;
  static int moves;
};
int Moving::moves = 0;

struct ShrunkImpl : torch::nn::Module {
  ShrunkImpl() {
    std::vector<Moving> list;
    for (int i = 0; i < 5; ++i)
      list.emplace_back(i);
    // CHECK: sequences.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: shrinking among objects whose copies or destructors do something is not supported yet [shrink-among-objects-with-code]
    list.shrink_to_fit();
    moves = Moving::moves;
  }
  torch::Tensor forward(torch::Tensor x) { return x + moves; }
  int moves;
};
TORCH_MODULE(Shrunk);
