// AIM: A pointer in a member leads to a static array that forward writes.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static double table_[2] = {1, 2};
struct Net : torch::nn::Module {
  double* current = table_;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * *current;
    current[0] *= 2;
    return y;
  }
};
