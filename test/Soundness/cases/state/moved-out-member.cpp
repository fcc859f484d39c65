// AIM: A member that is moved out in the first call is empty in the second.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<double> factors{1, 2, 3};
  torch::Tensor forward(torch::Tensor x) {
    auto mine = std::move(factors);
    for (double f : mine)
      x = x * f;
    return x + 1;
  }
};
