// AIM: AutoGradMode takes a bool; true inside a NoGradGuard turns gradients on again.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor step(torch::nn::Linear& layer, const torch::Tensor& x, bool learns) {
    torch::AutoGradMode mode(learns);
    return layer(x);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard no_grad;
    auto y = step(first, x, false);
    return step(second, y, true) + y;
  }
};
