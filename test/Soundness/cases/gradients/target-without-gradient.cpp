// AIM: A NoGradGuard in an inner block ends with it: what comes after has gradients again.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear online{3, 3}, target{3, 3};
  Net() {
    register_module("online", online);
    register_module("target", target);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor wanted;
    {
      torch::NoGradGuard no_grad;
      wanted = target(x);
    }
    return (online(x) - wanted).pow(2);
  }
};
