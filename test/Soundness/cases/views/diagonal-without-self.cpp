// AIM: fill_diagonal_ and diagonal().zero_() of a product.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto s = torch::matmul(x, x.t());
    auto r = s.clone();
    s.diagonal().zero_();
    r.fill_diagonal_(-1);
    return torch::softmax(s, -1) + r;
  }
};
