// AIM: masked_fill_ on a selected column and index_put_ by mask.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    y.select(1, 0).masked_fill_(y.select(1, 1) > 0, 7.0);
    y.index_put_({y < -0.5}, -0.5);
    return y;
  }
};
