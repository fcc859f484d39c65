// AIM: Flags are computed from each other.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  bool a = true, b = false;
  torch::Tensor forward(torch::Tensor x) {
    bool c = a;
    a = b;
    b = !c;
    return x * a + static_cast<int>(b) * 2;
  }
};
