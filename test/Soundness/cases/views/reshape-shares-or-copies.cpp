// AIM: reshape of a contiguous tensor is a view, of a transposed one a copy.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = x.clone(), b = x.clone();
    a.reshape({-1}).mul_(2);
    b.t().reshape({-1}).mul_(2);
    return a - b;
  }
};
