// AIM: manual_seed in forward makes every call draw the same numbers, and sets the caller's too.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::manual_seed(7);
    auto noise = torch::rand_like(x);
    return x + noise;
  }
};
