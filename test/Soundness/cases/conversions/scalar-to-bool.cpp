// AIM: Scalar::toBool gives true for whatever is not zero.
// EXPECT: equal or refused
// INPUT: torch::full({1}, -2.75)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + x.item().toBool() + (-x.item()).toBool(); }
};
