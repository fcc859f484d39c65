// AIM: Sums of comparisons count; bool plus bool is or.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto p = x > 0, q = x > 0.5;
    auto both = p + q;
    return both.to(torch::kFloat) + p.sum(1, true) + (p * 2).to(torch::kFloat) +
           (p & q).to(torch::kLong);
  }
};
