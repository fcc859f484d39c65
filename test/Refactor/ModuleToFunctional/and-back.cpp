// The two refactorings undo each other, but for the names of members.
// RUN: cp %s %t.cpp && fx-clang-trace %t.cpp --root=Net --refactor=module-to-functional -i -- 2>/dev/null
// RUN: fx-clang-trace %t.cpp --root=Net --refactor=functional-to-module -i -- 2>/dev/null
// RUN: fx-clang-trace %t.cpp --root=Net -- | FileCheck %s
// CHECK: call_module[target=relu](args = (%x,)
// CHECK: call_module[target=leaky_relu](args = (%relu,)

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  torch::nn::ReLU a{register_module("a", torch::nn::ReLU())};
  torch::nn::LeakyReLU b{register_module(
      "b", torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(0.2)))};
};
