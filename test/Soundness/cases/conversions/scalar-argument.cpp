// AIM: A torch::Scalar that is an argument is cut and assigned.
// EXPECT: equal or refused
// INPUT: torch::randn({2}), torch::Scalar(2.7)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Scalar s) {
    x = x + s.toDouble();
    s = s.toInt();
    return torch::full({2}, s) + x;
  }
};
