// AIM: An assumption about a variable of forward does not speak of a helper's variable of that name.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
// ARGS: --assume='n=2'
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static torch::Tensor spread(torch::Tensor x) {
    auto n = x.size(1);
    return x * n;
  }
  torch::Tensor forward(torch::Tensor x) {
    auto n = x.size(0);
    auto y = spread(x);
    for (int64_t i = 0; i < n; ++i)
      y = y + i;
    return y;
  }
};
