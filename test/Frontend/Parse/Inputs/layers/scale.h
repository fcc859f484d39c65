#pragma once

#include <torch/torch.h>

struct ScaleImpl : torch::nn::Module {
  explicit ScaleImpl(double by);
  torch::Tensor forward(torch::Tensor x);
  double by;
};
TORCH_MODULE(Scale);
