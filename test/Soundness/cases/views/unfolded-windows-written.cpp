// AIM: Windows of unfold without overlap are views.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto windows = y.unfold(0, 2, 2);
    windows.mul_(2);
    windows.select(0, 0).add_(1);
    return y;
  }
};
