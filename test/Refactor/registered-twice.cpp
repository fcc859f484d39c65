// A module that is registered at two places becomes another one at both.
// RUN: %fx-clang-trace %s --root=Net --rules=%S/../../docs/examples/activations.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    // CHECK:-    layers = torch::nn::Sequential(register_module("act", torch::nn::ReLU()));
    // CHECK-NEXT:+    layers = torch::nn::Sequential(register_module("act", torch::nn::GELU()));
    layers = torch::nn::Sequential(register_module("act", torch::nn::ReLU()));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers{nullptr};
};
