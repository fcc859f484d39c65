#pragma once

#include "blocks.h"

struct DigitsImpl : torch::nn::Module {
  explicit DigitsImpl(int64_t classes = 10);
  torch::Tensor forward(torch::Tensor x);

  Block first, second;
  torch::nn::Linear head;
};
TORCH_MODULE(Digits);
