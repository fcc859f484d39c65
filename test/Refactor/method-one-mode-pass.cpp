// --rewrite=method: a pass that is right in evaluation alone leaves training as it was, and the text that is written is verified in both.
// REQUIRES: libtorch
// RUN: %fx-clang-trace %s --passes=fuse-conv-bn --rewrite=method --verify --input 2x3x6x6 -- | FileCheck %s

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(3, 8, 3));
  torch::nn::BatchNorm2d norm = register_module("norm", torch::nn::BatchNorm2d(8));
  // CHECK: eval: the same in 2 calls
  // CHECK: train: the same in 2 calls
  // CHECK: +    if (is_training()) {
  // CHECK-NEXT: +      auto conv_out = conv(x);
  // CHECK-NEXT: +      auto norm_out = norm(conv_out);
  // CHECK-NEXT: +      return norm_out;
  // CHECK-NEXT: +    }
  // CHECK: +    auto add = norm->running_var + 1e-05;
  torch::Tensor forward(torch::Tensor x) {
    x = conv->forward(x);
    return norm->forward(x);
  }
};
