// AIM: Functions of torch::fft, of which one has the name of the namespace.
// EXPECT: equal
// INPUT: torch::randn({3, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto spectrum = torch::fft::fft(x);
    auto half = torch::fft::rfft(x, c10::nullopt, 1);
    return torch::real(torch::fft::ifft(spectrum)) + half.abs().sum() + torch::fft::irfft(half, 4) +
           torch::real(torch::fft::fft2(x));
  }
};
