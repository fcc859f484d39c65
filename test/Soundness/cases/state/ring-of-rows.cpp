// AIM: A ring of rows is written at a position that moves.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  size_t at = 0;
  torch::Tensor ring = register_buffer("ring", torch::zeros({3, 2}));
  torch::Tensor forward(torch::Tensor x) {
    ring.select(0, at).copy_(x.mean(0).slice(0, 0, 2).detach());
    at = (at + 1) % 3;
    return ring * x.sum();
  }
};
