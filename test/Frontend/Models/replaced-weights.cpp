// A module that was given another weight is the function that its forward calls, on what it holds now.
// RUN: fx-clang-trace %s --emit=fx --mode=eval -- | FileCheck %s
// RUN: fx-clang-trace %s --verify --input x=2x3x8x8 -- 2>&1 | FileCheck %s --check-prefix=VERIFIED
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 4, 3).stride(2)));
    conv->weight = register_parameter("kernel", conv->weight.detach().clone());
    norm = register_module("norm", torch::nn::BatchNorm2d(4));
    norm->bias = register_parameter("shift", torch::ones({4}));
    scale = register_module("scale", torch::nn::LayerNorm(torch::nn::LayerNormOptions({3, 3})));
    scale->weight = register_parameter("gain", torch::ones({3, 3}));
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: torch.conv2d](args = (%x, %kernel, %conv_bias), kwargs = {stride: 2, padding: 0, dilation: 1, groups: 1})
    // CHECK: torch.nn.functional.batch_norm]{{.*}}bias: %shift, training: False
    // CHECK: torch.nn.functional.layer_norm](args = ({{.*}}, (3, 3)), kwargs = {weight: %gain, bias: %scale_bias
    return scale(norm(conv(x)));
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
  torch::nn::LayerNorm scale{nullptr};
};
// VERIFIED: eval: the same in 2 calls
// VERIFIED: train: the same in 2 calls
