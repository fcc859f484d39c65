// AIM: A size difference passed as bool is 0 or 1 in arithmetic.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 5})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static int weight(bool differs) { return 3 * differs; }
  torch::Tensor forward(torch::Tensor x) { return x + weight(x.size(1) - x.size(0)); }
};
