// AIM: A float and a double are computed from each other.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  float f = 0.1f;
  double d = 0.1;
  torch::Tensor forward(torch::Tensor x) {
    f = static_cast<float>(d * 3);
    d = f + 0.1;
    return x.to(torch::kDouble) * f + d;
  }
};
