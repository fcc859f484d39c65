// AIM: requires_grad_ on a tensor made in forward makes the output need a gradient.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto scale = torch::ones({3}).requires_grad_(true);
    auto plain = torch::ones({3}, torch::requires_grad(false));
    return x * scale + plain;
  }
};
