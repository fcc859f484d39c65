// AIM: An assumption about a number holds until the number is changed.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
// ARGS: --assume='n=2'
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto n = x.size(0);
    if (n > 1) x = x + 1;
    n += x.size(1);
    return x * n;
  }
};
