// AIM: A guard in the first part of an if lasts for both branches.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    if (torch::NoGradGuard g; !is_training())
      y = first(x);
    else
      y = second(x);
    return y + second(x);
  }
};
