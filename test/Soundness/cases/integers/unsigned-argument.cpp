// AIM: Sums and products of an uint32_t wrap round at 32 bits.
// EXPECT: equal
// INPUT: torch::arange(3), uint32_t(3000000000u)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, uint32_t u) {
    double d = u + u;
    return x + static_cast<int64_t>(u * 2) + d;
  }
};
