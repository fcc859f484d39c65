#pragma once
#include <torch/torch.h>

torch::Tensor gated(const torch::Tensor& x);
