// AIM: Sizes that are asked before and after unsqueeze_ and resize of the same tensor.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto before = y.dim();
    auto n = y.size(0);
    y.unsqueeze_(0);
    auto after = y.dim();
    y.squeeze_(0).t_();
    return y.t() * (n + before * 10 + after * 100) + y.size(0);
  }
};
