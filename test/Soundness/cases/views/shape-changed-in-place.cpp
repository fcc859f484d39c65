// AIM: unsqueeze_, t_ and squeeze_ change the tensor that other names hold.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto same = y;
    y.t_();
    y.unsqueeze_(0);
    return torch::matmul(same, x);
  }
};
