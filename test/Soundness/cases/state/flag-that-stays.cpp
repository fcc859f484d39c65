// AIM: A flag that the first call sets is a number in the output.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  bool warm = false;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * static_cast<int>(warm);
    warm = true;
    return y;
  }
};
