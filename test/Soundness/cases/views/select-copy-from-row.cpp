// AIM: select(0, i).copy_ moves rows within one tensor in order.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    for (int64_t i = 1; i < 4; ++i)
      y.select(0, i).copy_(y.select(0, i - 1) + 1);
    return y;
  }
};
