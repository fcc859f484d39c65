// AIM: Convolutions, products and what stays in float32 under autocast.
// EXPECT: equal
// INPUT: torch::randn({2, 1, 4, 4})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"

struct Net : torch::nn::Module {
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(1, 2, 2)};
  torch::nn::BatchNorm2d norm{2};
  Net() {
    register_module("conv", conv);
    register_module("norm", norm);
  }
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    auto y = norm(conv(x));
    auto z = torch::matmul(y, y.transpose(2, 3));
    return torch::softmax(z, -1) + torch::mse_loss(y, torch::zeros_like(y));
  }
};
