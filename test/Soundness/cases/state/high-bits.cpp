// AIM: A mask of 64 unsigned bits moves down, which is refused.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  uint64_t bits = 0xF000000000000000;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * static_cast<double>(bits >> 60);
    bits >>= 1;
    return y;
  }
};
