// AIM: Negative dimensions count from the end in each operator.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.unsqueeze(-1).transpose(-1, -3);
    return y.size(-1) * y.sum(-2) + y.select(-2, -1) * x.size(-2);
  }
};
