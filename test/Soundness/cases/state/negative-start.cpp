// AIM: A number that begins below zero.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int n = -7;
  torch::Tensor forward(torch::Tensor x) {
    n += 3;
    return x * (n % 4) + n / 3 + (n >> 1) + (n & 5);
  }
};
