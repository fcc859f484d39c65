// AIM: A random number of 32 unsigned bits wraps round in each call.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  uint32_t seed = 12345;
  torch::Tensor forward(torch::Tensor x) {
    seed = seed * 1664525u + 1013904223u;
    return x * static_cast<double>(seed % 1000) + static_cast<double>(seed >> 16);
  }
};
