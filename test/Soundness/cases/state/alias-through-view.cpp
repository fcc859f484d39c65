// AIM: Evaluation lets two members share a tensor, and training writes to it.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a = torch::zeros({3}), b = torch::zeros({3});
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) {
      a.add_(1);
      return x * b;
    }
    a = a * 2 + 1;
    b = a.detach();
    return x * a;
  }
};
