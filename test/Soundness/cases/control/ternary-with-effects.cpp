// AIM: Only the chosen branch of ?: is evaluated.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int left = 0, right = 0;
    int width = x.size(1) > 2 ? ++left : --right;
    return x * width + left * 10 + right * 100;
  }
};
