#pragma once
#include <torch/torch.h>

torch::Tensor scaled(torch::Tensor x, double factor);

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width);
  torch::Tensor forward(torch::Tensor x);
  torch::nn::Linear linear{nullptr};
};
TORCH_MODULE(Block);
