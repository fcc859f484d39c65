// AIM: A copy of a guard ends where it dies, before the guard.
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
    {
      torch::AutoGradMode a(false);
      auto b = a;
      y = first(x);
    }
    return y + second(x);
  }
};
