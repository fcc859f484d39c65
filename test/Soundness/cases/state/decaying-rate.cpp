// AIM: A double decays from call to call and scales the output.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  double rate = 0.9;
  torch::Tensor forward(torch::Tensor x) {
    rate *= 0.95;
    return x * rate;
  }
};
