// --verify knows the new keys: the weights of the Sequential, as constructed too, are those of the members.
// RUN: fx-clang-trace %s --root=Net --refactor=sequential-to-members --input 2x3x8x8 --verify -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK-NOT: initial values
// CHECK: eval: the same in 2 calls: 1 input, 6 parameters, 3 buffers
// CHECK: train: the same in 2 calls: 1 input, 6 parameters, 3 buffers

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    features->push_back(torch::nn::Conv2d(3, 8, 3));
    features->push_back("bn", torch::nn::BatchNorm2d(8));
    features->push_back(torch::nn::Dropout(0.3));
    register_module("features", features);
    head =
        register_module("head", torch::nn::Sequential(torch::nn::Linear(8, 4), torch::nn::ReLU()));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = features->forward(x);
    return head->forward(x.mean({2, 3}));
  }
  torch::nn::Sequential features, head{nullptr};
};
