// A module that asks for the mode stays, and so does one with weights, and what a container runs.
// RUN: fx-clang-trace %s --root=Net --refactor=module-to-functional -- 2>&1 | FileCheck %s
// CHECK: module-to-functional: 0 calls changed
// CHECK-NOT: {{^[-+]}}

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return drop(layers->forward(fc(x))); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
  torch::nn::Dropout drop{register_module("drop", torch::nn::Dropout(0.1))};
  torch::nn::Sequential layers{register_module("layers", torch::nn::Sequential(torch::nn::ReLU()))};
};
