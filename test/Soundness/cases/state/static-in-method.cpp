// AIM: A helper with a static is called twice in a call.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor scale(torch::Tensor x) {
    static double s = 1;
    s *= 0.5;
    return x * s;
  }
  torch::Tensor forward(torch::Tensor x) { return scale(x) + scale(x); }
};
