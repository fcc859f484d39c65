// Options that forward reads: what nothing has set is what it was when the module was made, and no change of state.
// RUN: fx-clang-trace %s --mode=eval -- | FileCheck %s
// CHECK: %add : {{.*}}operator.add](args = (%x, 1e-05)
// CHECK: %conv2d : {{.*}}torch.conv2d](args = (%add, %conv_weight, %conv_bias, (1, 1), (1, 2), (1, 1), 1)
// CHECK: %max_pool2d : {{.*}}torch.max_pool2d](args = (%conv2d, (2, 2), (2, 2))

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x + norm->options.eps();
    x = torch::conv2d(x, conv->weight, conv->bias, conv->options.stride(),
                      c10::get<torch::ExpandingArray<2>>(conv->options.padding()),
                      conv->options.dilation(), conv->options.groups());
    return torch::max_pool2d(x, pool->options.kernel_size(), pool->options.stride());
  }
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(3))};
  torch::nn::Conv2d conv{register_module(
      "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 4, 3).padding({1, 2})))};
  torch::nn::MaxPool2d pool{register_module("pool", torch::nn::MaxPool2d(2))};
};
