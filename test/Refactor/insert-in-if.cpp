// A statement for the only statement of an if or a loop: it gets braces.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

// clang-format off: two styles
struct Net : torch::nn::Module {
  bool deep = true;
  // CHECK:-    if (deep)
  // CHECK-NEXT:-      x = torch::erf(x);
  // CHECK-NEXT:-    for (int i = 0; i < 2; ++i) x = torch::erf(x);
  // CHECK-NEXT:+    if (deep) {
  // CHECK-NEXT:+      auto mul = x * 0.5;
  // CHECK-NEXT:+      x = mul + (mul * mul);
  // CHECK-NEXT:+    }
  // CHECK-NEXT:+    for (int i = 0; i < 2; ++i) {
  // CHECK-NEXT:+      auto mul_1 = x * 0.5;
  // CHECK-NEXT:+      x = mul_1 + (mul_1 * mul_1);
  // CHECK-NEXT:+    }
  // CHECK-NEXT:     return x;
  torch::Tensor forward(torch::Tensor x) {
    if (deep)
      x = torch::erf(x);
    for (int i = 0; i < 2; ++i) x = torch::erf(x);
    return x;
  }
};
