// AIM: std::complex of known numbers.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <complex>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::complex<double> z(1, 2), w = z * z + std::complex<double>(0, 1);
    return x * w.real() + w.imag() + std::abs(z);
  }
};
