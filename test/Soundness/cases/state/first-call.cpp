// AIM: A flag of the first call decides, which is refused.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  bool first = true;
  torch::Tensor forward(torch::Tensor x) {
    auto y = first ? x : x * 2;
    first = false;
    return y;
  }
};
