// AIM: AutoGradMode that an argument of forward decides.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3}), true
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x, bool learns) {
    torch::AutoGradMode mode(learns);
    auto y = first(x);
    torch::AutoGradMode other(true);
    return y + second(y);
  }
};
