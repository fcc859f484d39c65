// What the original has not registered cannot be given other weights: both models keep those that their constructors
// drew, and compute the same with them.
// RUN: %fx-clang-trace %s --root=Net --refactor=register-member --input 2x4 --verify -o %t.patch -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK: as constructed: 'head' keeps its initial values in both models: the original has not registered it
// CHECK: eval: output: 2x2:float32, largest difference 0 absolute, 0 relative
// CHECK: eval: the same in 2 calls: 1 input, 2 parameters, 3 gradients
// CHECK: train: the same in 2 calls

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    head = torch::nn::Linear(4, 2);
    fc = register_module("fc", torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) { return head(fc(x)); }
  torch::nn::Linear fc{nullptr}, head{nullptr};
};
