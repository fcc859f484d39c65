// AIM: number - tensor, number / tensor, pow both ways.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.abs() + 1;
    return (1 - y) + 2 / y + y.pow(2) + torch::pow(2, y) + torch::pow(y, 0.5) - (-y);
  }
};
