// `operation` names the one to change.
// RUN: %fx-clang-trace %s --root=Net --refactor='module-to-functional<operation=sigmoid>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return gate(x) * act(x); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return torch::sigmoid(x) * act(x); }
  torch::Tensor forward(torch::Tensor x) { return gate(x) * act(x); }
  torch::nn::Sigmoid gate{register_module("gate", torch::nn::Sigmoid())};
  torch::nn::ReLU act{register_module("act", torch::nn::ReLU())};
};
