// AIM: The right side of && has its effect when the left side, known only at run time, holds.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int checks = 0;
  bool wide(const torch::Tensor& x) {
    ++checks;
    return x.size(1) > 2;
  }
  torch::Tensor forward(torch::Tensor x) {
    checks = 0;
    bool good = x.size(0) > 1 && wide(x);
    (void)good;
    return x * checks;
  }
};
