// --rewrite=method: what has no place in the old body gets a new one, flat.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --rewrite=method -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

#define ACTIVATE(x) torch::relu(x)

struct Net : torch::nn::Module {
  torch::nn::Linear fc_ = register_module("fc", torch::nn::Linear(4, 4));
  // CHECK:   torch::Tensor forward(torch::Tensor x) {
  // CHECK-NEXT:-    for (int i = 0; i < 2; ++i)
  // CHECK-NEXT:-      x = ACTIVATE(fc_->forward(x));
  // CHECK-NEXT:-    return x;
  // CHECK-NEXT:+    auto fc = fc_(x);
  // CHECK-NEXT:+    auto gelu = torch::gelu(fc);
  // CHECK-NEXT:+    auto fc_1 = fc_(gelu);
  // CHECK-NEXT:+    auto gelu_1 = torch::gelu(fc_1);
  // CHECK-NEXT:+    return gelu_1;
  // CHECK-NEXT:   }
  torch::Tensor forward(torch::Tensor x) {
    for (int i = 0; i < 2; ++i)
      x = ACTIVATE(fc_->forward(x));
    return x;
  }
};
