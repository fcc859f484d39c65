// --verify knows the new keys, in both modes, and the fresh weights are the same.
// RUN: fx-clang-trace %s --root=Net --refactor=members-to-sequential --at=%s:19-21 --input 2x3x8x8 --verify -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK-NOT: initial values
// CHECK: eval: the same in 2 calls: 1 input, 6 parameters, 3 buffers
// CHECK: train: the same in 2 calls: 1 input, 6 parameters, 3 buffers
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv = register_module("conv", torch::nn::Conv2d(3, 8, 3));
    bn = register_module("bn", torch::nn::BatchNorm2d(8));
    fc = register_module("fc", torch::nn::Linear(8, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    // the range
    auto y = x * 2;

    y = conv(y);
    y = torch::relu(bn(y));
    y = torch::dropout(y, 0.4, is_training());
    return fc(y.mean({2, 3}));
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d bn{nullptr};
  torch::nn::Linear fc{nullptr};
};
