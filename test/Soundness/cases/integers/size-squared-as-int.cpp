// AIM: The square of a size is of 64 bits, and wraps round in an int.
// EXPECT: equal
// INPUT: torch::randn({70000, 1})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = x.size(0) * x.size(0);
    return x + n;
  }
};
