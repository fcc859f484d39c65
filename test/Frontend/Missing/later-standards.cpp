// What the tracer says of functions of the library that C++20 and C++23 have brought.
// RUN: not fx-clang-trace %s -- -std=c++23 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <memory>
#include <optional>

using torch::Tensor;

struct TransformedImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    std::optional<int> number = 1;
    return x + *number.transform([](int held) { return held + 1; });
    // CHECK: later-standards.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: 'transform' of an optional is not supported yet [method-of-an-optional]
  }
};
TORCH_MODULE(Transformed);

struct OverwrittenImpl : torch::nn::Module {
  Tensor forward(Tensor x) {
    auto numbers = std::make_unique_for_overwrite<int[]>(3);
    // CHECK: later-standards.cpp:[[# @LINE - 1]]:{{[0-9]+}}: error: an object that is made without a value, as this function makes it, is not supported yet [object-made-without-a-value]
    numbers[0] = 1;
    return x;
  }
};
TORCH_MODULE(Overwritten);
