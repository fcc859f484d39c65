// AIM: real and imag of a complex tensor are views of it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto z = torch::complex(x, x * 2);
    torch::real(z).add_(1);
    auto pairs = torch::view_as_real(z);
    pairs.select(-1, 1).mul_(3);
    return torch::abs(z) + torch::imag(z);
  }
};
