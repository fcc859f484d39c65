// AIM: forward returns a buffer that the next call changes.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor total;
  Net() { total = register_buffer("total", torch::zeros({3})); }
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard guard;
    total += x.sum(0);
    return total;
  }
};
