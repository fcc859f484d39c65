// AIM: What a tensor holds is kept as a number.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  double peak = 0.5;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * peak;
    peak = 0.5 * peak + x.detach().max().item<double>();
    return y;
  }
};
