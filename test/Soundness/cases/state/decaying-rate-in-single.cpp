// AIM: A float decays from call to call and scales the output.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  float rate = 0.9f;
  float momentum = 0.1f;
  torch::Tensor forward(torch::Tensor x) {
    rate *= 0.95f;
    momentum = 0.5f * momentum + rate;
    return x * rate - momentum;
  }
};
