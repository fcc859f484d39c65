// A module whose options come of a variable stays: another object has other options. In place, a temporary is
// overwritten by the method.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(double slope = 0.1)
      : leaky(register_module(
            "leaky", torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(slope)))) {}
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return relu(leaky(x) + 1); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return (leaky(x) + 1).relu_(); }
  torch::Tensor forward(torch::Tensor x) { return relu(leaky(x) + 1); }
  torch::nn::LeakyReLU leaky;
  torch::nn::ReLU relu{register_module("relu", torch::nn::ReLU(torch::nn::ReLUOptions(true)))};
};
