// AIM: A tensor member that was never registered is added to in place; it is no buffer and yet is kept.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor seen = torch::zeros({3});
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard no_grad;
    seen += x.mean(0);
    return x - seen;
  }
};
