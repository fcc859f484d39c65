// A new value that is used twice gets a statement of its own, under a name that is free.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:     auto mul = x - 1;
  // CHECK-NEXT:-    return torch::erf(mul + x) + 1;
  // CHECK-NEXT:+    auto mul_1 = (mul + x) * 0.5;
  // CHECK-NEXT:+    return mul_1 + (mul_1 * mul_1) + 1;
  torch::Tensor forward(torch::Tensor x) {
    auto mul = x - 1;
    return torch::erf(mul + x) + 1;
  }
};
