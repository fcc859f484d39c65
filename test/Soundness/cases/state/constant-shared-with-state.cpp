// AIM: A vector has the tensor of a member that is replaced, and writes to it.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a = torch::zeros({3});
  std::vector<torch::Tensor> all{a};
  torch::Tensor forward(torch::Tensor x) {
    all[0].add_(1);
    auto y = x + a;
    a = a * 2;
    return y;
  }
};
