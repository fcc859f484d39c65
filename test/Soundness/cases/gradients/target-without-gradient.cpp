// AIM: A NoGradGuard in an inner block ends with it: what comes after has gradients again.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear online = register_module("online", torch::nn::Linear(3, 3));
  torch::nn::Linear target = register_module("target", torch::nn::Linear(3, 3));
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor wanted;
    {
      torch::NoGradGuard no_grad;
      wanted = target(x);
    }
    return (online(x) - wanted).pow(2);
  }
};
