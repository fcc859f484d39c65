// A module whose options come of a variable: the function reads them from it, so that it stays where the function is
// called, and remove-unused-modules leaves it. What decides which function it is has to be a literal.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional,remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %fx-clang-trace %s --root=Decided --refactor=module-to-functional -- 2>&1 | FileCheck %s --check-prefix=DECIDED
// DECIDED: module-to-functional: 0 calls changed

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(double slope = 0.1)
      : leaky(register_module(
            "leaky", torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(slope)))) {}
  // CHECK:-    x = leaky(x);
  // CHECK-NEXT:+    x = torch::leaky_relu(x, leaky->options.negative_slope());
  torch::Tensor forward(torch::Tensor x) {
    x = leaky(x);
    return x + 1;
  }
  torch::nn::LeakyReLU leaky;
};

struct Decided : torch::nn::Module {
  explicit Decided(bool in_place = true)
      : relu(register_module("relu", torch::nn::ReLU(torch::nn::ReLUOptions(in_place)))) {}
  torch::Tensor forward(torch::Tensor x) { return relu(x + 1); }
  torch::nn::ReLU relu;
};
