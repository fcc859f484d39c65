// Statements become a method, which takes the variables that they read and gives the one that is used behind them.
// RUN: %fx-clang-trace %s --root=Net '--refactor=split-forward<name=features>' --at=%s:22-24 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: split-forward: 3 of 4 statements

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:+  torch::Tensor features(torch::Tensor x, const torch::Tensor& mask) {
  // CHECK-NEXT:+    x = conv(x); // a comment
  // CHECK-NEXT:+    auto y = torch::relu(x);
  // CHECK-NEXT:+    x = y * mask;
  // CHECK-NEXT:+    return x;
  // CHECK-NEXT:+  }
  // CHECK-NEXT:+
  // CHECK-NEXT:   torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
  // CHECK-NEXT:-    x = conv(x); // a comment
  // CHECK-NEXT:-    auto y = torch::relu(x);
  // CHECK-NEXT:-    x = y * mask;
  // CHECK-NEXT:+    x = features(x, mask);
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask) {
    x = conv(x); // a comment
    auto y = torch::relu(x);
    x = y * mask;
    return x.flatten(1);
  }
  torch::nn::Conv2d conv{register_module("conv", torch::nn::Conv2d(1, 4, 3))};
};
