// AIM: Complex tensors: polar, real, imag, conj and abs.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto c = torch::complex(x, x.flip(0));
    auto p = torch::polar(x.abs(), x);
    auto v = torch::view_as_real(c * p.conj());
    return torch::real(c * c) + torch::imag(p) + v.select(-1, 0) + c.abs() + torch::angle(p);
  }
};
