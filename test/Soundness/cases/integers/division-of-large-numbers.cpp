// AIM: Integers of 64 bits are divided exactly, and towards zero.
// EXPECT: equal
// INPUT: torch::tensor({1152921504606846977L}), int64_t(-1152921504606846979)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x, int64_t n) {
    int64_t m = x.item<int64_t>();
    return {x * 0 + n / 3, x * 0 + n % 1000, x * 0 + m / 2, x * 0 + (n + m) / 5, x * 0 + n % 1};
  }
};
