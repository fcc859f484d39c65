// AIM: A number taken before an in-place write is of the old values, a view of the new.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto total = y.sum();
    auto column = y.select(1, 2);
    y.add_(1);
    return y * total + column.sum();
  }
};
