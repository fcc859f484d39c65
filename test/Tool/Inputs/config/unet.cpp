#include "config.h"

#include <torch/torch.h>

struct UNetImpl : torch::nn::Module {
  UNetImpl(int channels, int width)
      : conv(register_module("conv", torch::nn::Conv2d(channels, width, 3))) {}
  torch::Tensor forward(torch::Tensor x) { return torch::relu(conv(x)); }
  torch::nn::Conv2d conv;
};
TORCH_MODULE(UNet);
