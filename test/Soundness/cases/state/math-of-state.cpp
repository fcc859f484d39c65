// AIM: Functions of cmath and algorithm are called with numbers that are kept.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  double t = 0.3;
  int n = 3;
  torch::Tensor forward(torch::Tensor x) {
    t = std::sin(t) + std::max(t, 0.5) + std::abs(t - 1);
    n = std::min(n + 2, 8);
    return x * t + std::pow(2.0, n) + std::sqrt(static_cast<double>(n));
  }
};
