// AIM: std::max and std::min take a list of numbers.
// EXPECT: equal
// INPUT: torch::arange(3), int64_t(4), 2.5
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n, double v) {
    return x + std::max({x.size(0), n, x.dim()}) * std::min({n, (int64_t)0, n - 9}) +
           std::max({v, 1.0, static_cast<double>(n)});
  }
};
