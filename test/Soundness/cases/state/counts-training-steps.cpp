// AIM: A member counts the calls in training alone, and both modes read it.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t steps = 0;
  torch::nn::Linear fc{3, 2};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) ++steps;
    return fc(x) / (1.0 + steps);
  }
};
