// AIM: torch::nn::init functions write into any tensor, here one that is no parameter.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor mask = torch::zeros({3, 3});
  Net() { torch::nn::init::eye_(mask).mul_(2); }
  torch::Tensor forward(torch::Tensor x) {
    auto scale = torch::empty({3});
    torch::nn::init::constant_(scale, 0.5);
    return torch::matmul(x, mask) * scale;
  }
};
