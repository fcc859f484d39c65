// AIM: Windows made by unfold or as_strided overlap: a write to one element is in several.
// EXPECT: equal
// INPUT: torch::randn({6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto windows = y.unfold(0, 3, 1);
    y[2] = 10;
    auto pairs = y.as_strided({5, 2}, {1, 1});
    y[5] = -3;
    return windows.sum() + pairs.sum(1).max() + y;
  }
};
