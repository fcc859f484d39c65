// AIM: An assumption about a tensor's size holds for that tensor, not for what the name holds later.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
// ARGS: --assume='x.size(0)=2'
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t rows = x.size(0);
    x = torch::cat({x, x, x}, 0);
    for (int64_t i = 0; i < x.size(0); ++i)
      x = x + rows;
    return x;
  }
};
