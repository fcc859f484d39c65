// Elements and iterators that a container does not have, and containers too large to follow: the
// tracer says where.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

using torch::Tensor;

void change_elsewhere(std::map<int, int>& numbers);

struct LargeImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers(2'000'000);
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this container has more elements than the tracer keeps [container-too-large]
    return x;
  }
};
TORCH_MODULE(Large);

struct LargeInItsPlaceImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers;
    numbers.resize(2'000'000);
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this container has more elements than the tracer keeps [container-too-large]
    return x;
  }
};
TORCH_MODULE(LargeInItsPlace);

struct LargeTableImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::unordered_map<int, int> numbers;
    numbers.rehash(20'000'000);
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this container has more elements than the tracer keeps [container-too-large]
    return x;
  }
};
TORCH_MODULE(LargeTable);

struct LargeArrayImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::array<int, 100'000'000> numbers;
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: gave up: this array has millions of elements [array-too-large]
    return x;
  }
};
TORCH_MODULE(LargeArray);

struct CopiedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers{1, 2};
    std::vector<int> copies(1);
    std::copy(numbers.begin(), numbers.end(), copies.begin());
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: the range that is copied to is too short [target-range-too-short]
    return x;
  }
};
TORCH_MODULE(Copied);

struct ReadAtTheEndImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers{1, 2};
    return x + *numbers.end();
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is at the end [iterator-at-the-end]
  }
};
TORCH_MODULE(ReadAtTheEnd);

struct ReadAtTheEndOfMapImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::map<int, int> numbers{{1, 2}};
    return x + numbers.find(2)->second;
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is at the end [iterator-at-the-end]
  }
};
TORCH_MODULE(ReadAtTheEndOfMap);

struct ErasedAtTheEndImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers{1, 2};
    numbers.erase(numbers.end());
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is at the end [iterator-at-the-end]
    return x;
  }
};
TORCH_MODULE(ErasedAtTheEnd);

struct TurnedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers{1, 2};
    std::vector<int> copies(numbers.end(), numbers.begin());
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this range ends before it begins or after its container [range-against-its-order]
    return x;
  }
};
TORCH_MODULE(Turned);

struct PoppedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::deque<int> numbers;
    numbers.pop_front();
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this container is empty [empty-container-read]
    return x;
  }
};
TORCH_MODULE(Popped);

struct InsertedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers{1, 2}, others{1, 2};
    numbers.insert(others.begin(), 3);
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is not of the container [iterator-of-another-container]
    return x;
  }
};
TORCH_MODULE(Inserted);

struct ErasedFromMapImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::map<int, int> numbers{{1, 2}}, others{{1, 2}};
    numbers.erase(others.begin());
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: this iterator is not of the container [iterator-of-another-container]
    return x;
  }
};
TORCH_MODULE(ErasedFromMap);

// What the function does to the map is not known.
struct LostImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::map<int, int> numbers{{1, 2}};
    auto number = numbers.begin();
    change_elsewhere(numbers);
    return x + number->second;
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: the container of this iterator is no longer known [container-of-iterator-not-known]
  }
};
TORCH_MODULE(Lost);

// Which of two arrays comes first is decided by the compiler.
struct OrderedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    int numbers[2] = {};
    int others[2] = {};
    const int* left = numbers;
    const int* right = others;
    if (std::less<const int*>()(left, right)) return x + 1;
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: pointers into different arrays have no order that is known [addresses-without-order]
    return x;
  }
};
TORCH_MODULE(Ordered);

struct EmptyImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::optional<int> number;
    return x + *number;
    // CHECK: containers-out-of-range.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an empty optional is read here [empty-optional-read]
  }
};
TORCH_MODULE(Empty);
