// AIM: diagonal is a view that can be written through.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto attention = torch::matmul(x, x.t());
    attention.diagonal().fill_(-1e3);
    auto soft = attention.softmax(-1);
    torch::diagonal(soft, 1).add_(0.5);
    return soft;
  }
};
