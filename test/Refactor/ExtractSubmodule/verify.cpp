// --verify knows the new paths: the original's weights are those of the edited model, and parameters keep their order and initial values.
// RUN: fx-clang-trace %s --root=Net '--refactor=extract-submodule<name=Block;member=block>' --at=%s:20-22 --input 2x3x8x8 --verify -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK-NOT: as constructed
// CHECK: eval: the same in 2 calls: 1 input, 7 parameters, 3 buffers
// CHECK: train: the same in 2 calls: 1 input, 7 parameters, 3 buffers

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(int64_t width = 8)
      : conv(register_module("conv", torch::nn::Conv2d(3, width, 3))),
        bn(register_module("bn", torch::nn::BatchNorm2d(width))) {
    scale = register_parameter("scale", torch::ones({width}));
    drop = register_module("drop", torch::nn::Dropout(0.5));
    head = register_module("head", torch::nn::Linear(width, 4));
  }

  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(bn(conv(x)));
    auto y = drop(x.mean({2, 3}));
    y.mul_(scale);
    return head(y);
  }

  torch::Tensor scale;
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d bn;
  torch::nn::Dropout drop{nullptr};
  torch::nn::Linear head{nullptr};
};
