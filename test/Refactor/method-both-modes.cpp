// --rewrite=method: where training computes something else, the new body has both under is_training().
// RUN: %fx-clang-trace %s --root=Net --rules=%S/../Inputs/rules.cpp --rewrite=method -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

#define ACTIVATE(x) torch::relu(x)

struct Net : torch::nn::Module {
  torch::nn::Linear fc_ = register_module("fc", torch::nn::Linear(4, 4));
  torch::nn::Linear noise_ = register_module("noise", torch::nn::Linear(4, 4));
  // CHECK:   torch::Tensor forward(torch::Tensor x) {
  // CHECK-NEXT:-    torch::Tensor y = ACTIVATE(fc_->forward(x));
  // CHECK-NEXT:-    if (is_training()) y = y + noise_->forward(x);
  // CHECK-NEXT:-    return y * 2;
  // CHECK-NEXT:+    if (is_training()) {
  // CHECK-NEXT:+      auto fc = fc_(x);
  // CHECK-NEXT:+      auto gelu = torch::gelu(fc);
  // CHECK-NEXT:+      auto noise = noise_(x);
  // CHECK-NEXT:+      auto y = gelu + noise;
  // CHECK-NEXT:+      auto mul = y * 2;
  // CHECK-NEXT:+      return mul;
  // CHECK-NEXT:+    }
  // CHECK-NEXT:+    auto fc = fc_(x);
  // CHECK-NEXT:+    auto gelu = torch::gelu(fc);
  // CHECK-NEXT:+    auto mul = gelu * 2;
  // CHECK-NEXT:+    return mul;
  // CHECK-NEXT:   }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y = ACTIVATE(fc_->forward(x));
    if (is_training()) y = y + noise_->forward(x);
    return y * 2;
  }
};
