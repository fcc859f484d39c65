// AIM: An unsigned number wraps round below zero.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  unsigned n = 1;
  torch::Tensor forward(torch::Tensor x) {
    n -= 2;
    return x * static_cast<double>(n % 1000) + static_cast<double>(n / 1000000);
  }
};
