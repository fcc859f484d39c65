// What the tracer says of maps that it does not follow: mostly those that forward is given.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <map>
#include <string>
#include <unordered_map>

using torch::Tensor;

using Tensors = std::unordered_map<std::string, Tensor>;

std::pair<int, float> entry_elsewhere();

template <class T>
struct Arena {
  using value_type = T;
  Arena() = default;
  template <class U>
  Arena(const Arena<U>&) {}
  T* allocate(size_t count) { return static_cast<T*>(::operator new(count * sizeof(T))); }
  void deallocate(T* memory, size_t) { ::operator delete(memory); }
  bool operator==(const Arena&) const { return true; }
  bool operator!=(const Arena&) const { return false; }
};
// With an allocator of its own a table runs the library's own code.
using Table = std::unordered_map<int, int, std::hash<int>, std::equal_to<int>,
                                 Arena<std::pair<const int, int>>>;

struct InsertedImpl : torch::nn::Module {
  Tensor forward(Tensors named, Tensor x) {
    named.insert({"a", x});
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this insertion into a container is not supported yet [this-insertion]
    return x;
  }
};
TORCH_MODULE(Inserted);

struct ErasedImpl : torch::nn::Module {
  Tensor forward(Tensors named, Tensor x) {
    named.erase("a");
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this erasure from a container is not supported yet [this-erasure]
    return x;
  }
};
TORCH_MODULE(Erased);

struct MergedImpl : torch::nn::Module {
  Tensor forward(Tensors named, Tensor x) {
    Tensors own{{"a", x}};
    own.merge(named);
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this merge of two containers is not supported yet [this-merge]
    return x;
  }
};
TORCH_MODULE(Merged);

struct SwappedImpl : torch::nn::Module {
  Tensor forward(Tensors named, Tensor x) {
    Tensors own;
    own.swap(named);
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this swap is not supported yet [this-swap]
    return x;
  }
};
TORCH_MODULE(Swapped);

struct CountedImpl : torch::nn::Module {
  Tensor forward(Tensors named, Tensor x) {
    return x + static_cast<int64_t>(named.size());
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: a question about this container is not supported yet [question-about-this-container]
  }
};
TORCH_MODULE(Counted);

// A pair of which neither part is known.
struct UnknownImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::map<int, float> numbers;
    numbers.insert(entry_elsewhere());
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this insertion into a map is not supported yet [insertion-into-a-map]
    return x;
  }
};
TORCH_MODULE(Unknown);

struct GenericImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    c10::impl::GenericDict numbers(c10::StringType::get(), c10::IntType::get());
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this construction of a c10::Dict is not supported yet [construction-of-a-map]
    return x;
  }
};
TORCH_MODULE(Generic);

// How many there are after a merge depends on how often the library made room.
struct BucketsImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::unordered_map<int, int> numbers{{1, 2}};
    std::unordered_map<int, int> others{{2, 3}};
    numbers.merge(others);
    return x + static_cast<int64_t>(numbers.bucket_count());
    // CHECK: maps-and-sets.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'bucket_count' of a container is not supported yet [method-of-a-container]
  }
};
TORCH_MODULE(Buckets);

// A run decides how full the table may get.
struct LoadedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    Table numbers;
    numbers.max_load_factor(static_cast<float>(x.size(0)));
    numbers[1] = 2;
    // CHECK: hashtable.h:{{.*}}: error: this hash table is not supported yet [this-hash-table]
    // CHECK: maps-and-sets.cpp:[[# @LINE - 2]]:{{[0-9]+}}: note: in the call of 'std::unordered_map<int, int, std::hash<int>, std::equal_to<int>, Arena<std::pair<const int, int>>>::operator[]' here
    return x;
  }
};
TORCH_MODULE(Loaded);
