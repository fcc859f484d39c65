// AIM: A flag that changes sides is a number in the output.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  bool odd = false;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * (1 + odd);
    odd = !odd;
    return y + odd;
  }
};
