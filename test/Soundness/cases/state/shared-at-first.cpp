// AIM: Two members begin with one tensor, and a call writes to it.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a = torch::zeros({3}), b = a;
  torch::Tensor forward(torch::Tensor x) {
    a.add_(1);
    a = a * 2;
    return x * a + b;
  }
};
