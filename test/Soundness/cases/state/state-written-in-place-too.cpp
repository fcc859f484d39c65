// AIM: Evaluation writes to the state in place, training replaces it.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor mean = torch::zeros({3});
  torch::Tensor forward(torch::Tensor x) {
    auto y = x - mean;
    if (is_training())
      mean = mean * 0.5;
    else
      mean.add_(1);
    return y;
  }
};
