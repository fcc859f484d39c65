#pragma once

#include <torch/torch.h>

/// Convolution, normalisation and activation.
struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t in, int64_t out)
      : conv(torch::nn::Conv2dOptions(in, out, 3).padding(1).bias(false)), norm(out) {
    register_module("conv", conv);
    register_module("norm", norm);
  }

  torch::Tensor forward(torch::Tensor x) {
    x = norm(conv(x));
    return torch::relu(x);
  }

  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d norm;
};
TORCH_MODULE(Block);
