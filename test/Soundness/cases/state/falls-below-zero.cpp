// AIM: A number falls below zero from call to call: quotients and remainders round toward zero.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int level = 5;
  torch::Tensor forward(torch::Tensor x) {
    level -= 4;
    return x * (level % 3) + level / 2;
  }
};
