// AIM: arange with floats, steps and integer ends.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = torch::arange(0, 3, 0.5), b = torch::arange(6), c = torch::arange(5, -1, -1),
         d = torch::linspace(0, 1, 6);
    return ((a + b) * c + d).view({2, 3}).sum() + x * (b.is_floating_point() ? 2 : 3);
  }
};
