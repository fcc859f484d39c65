// AIM: std::fabs of an integer is a double, std::abs an integer.
// EXPECT: equal
// INPUT: torch::arange(3), int64_t(-4)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x, int64_t n) {
    return {x * std::fabs(x.size(0)), x * std::fabs(n), x * std::abs(n), x * fabsf(n)};
  }
};
