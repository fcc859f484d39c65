// AIM: A position of type size_t moves on by sizes in a ring.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  size_t n = 10;
  torch::Tensor forward(torch::Tensor x) {
    n = (n + x.size(0)) % 7;
    return x * static_cast<double>(n);
  }
};
