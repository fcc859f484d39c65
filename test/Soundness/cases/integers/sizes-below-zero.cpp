// AIM: Quotients and remainders of negative differences of sizes.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t d = x.size(1) - x.size(0) * 2;
    return x * (d / 2) + d % 4 + (d >> 1) + (d & 3);
  }
};
