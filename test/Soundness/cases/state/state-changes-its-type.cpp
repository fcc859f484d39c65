// AIM: A state of integers that the first call makes one of floats is no buffer of integers.
// EXPECT: refused: a later call reads it
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor total = torch::zeros({3}, torch::kInt64);
  torch::Tensor forward(torch::Tensor x) {
    total = total + x.sum(0);
    return total * 2;
  }
};
