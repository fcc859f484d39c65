// AIM: 1 / size is 0 in C++, 1.0 / size is not.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto n = x.size(1);
    auto zero = 1 / n;
    auto third = 1.0 / n;
    float f = 1.f / n;
    return x * third + zero + f;
  }
};
