// AIM: select is a view: an in-place operator on it changes the tensor that it was taken from.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto row = y.select(0, 1);
    row.mul_(3);
    auto element = row.select(0, 2);
    element.fill_(7);
    return y + row.sum();
  }
};
