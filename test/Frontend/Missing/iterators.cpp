// What the tracer says of iterators that it does not follow.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <algorithm>
#include <iterator>
#include <vector>

using torch::Tensor;

// libstdc++ makes an iterator of a pointer, too.
struct OfPointerImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int> numbers{1, 2};
    std::vector<int>::iterator second(&numbers[1]);
    numbers.insert(second, 3);
    // CHECK: iterators.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an iterator that is made or used like this is not supported yet [this-iterator]
    return x;
  }
};
TORCH_MODULE(OfPointer);

// Two iterators of no container are equal.
struct OfNothingImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<int>::iterator first{};
    std::vector<int>::iterator second{};
    if (first == second) return x + 1;
    // CHECK: iterators.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an iterator of this kind is not supported yet [iterator-of-this-kind]
    return x;
  }
};
TORCH_MODULE(OfNothing);

struct BitsImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::vector<bool> bits{true, false};
    std::vector<bool> copies;
    std::copy(bits.begin(), bits.end(), std::back_inserter(copies));
    // CHECK: iterators.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: copying this range is not supported yet [copying-this-range]
    return x;
  }
};
TORCH_MODULE(Bits);
