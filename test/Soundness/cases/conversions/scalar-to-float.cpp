// AIM: Scalar::toFloat rounds a double to single precision.
// EXPECT: equal or refused
// INPUT: torch::full({1}, 0.1, torch::kDouble)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return (x - x.item().toFloat()) * 1e9; }
};
