// std::is_constant_evaluated() is false in code that runs; in an initialiser that may be a constant
// nothing is said of it.
// RUN: not fx-clang-trace %s --emit=fx -- -std=c++20 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <type_traits>

// CHECK: evaluated-as-a-constant.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: std::is_constant_evaluated() in an initialiser that may be a constant is not supported yet
static int chosen = std::is_constant_evaluated() ? 2 : 3;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (std::is_constant_evaluated()) x = x * 2;
    return x + chosen;
  }
};
