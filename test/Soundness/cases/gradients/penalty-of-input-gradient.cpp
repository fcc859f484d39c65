// AIM: autograd::grad inside forward differentiates what was computed so far.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 1};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto point = x.detach().clone().requires_grad_(true);
    auto energy = fc(point).pow(2).sum();
    auto force = torch::autograd::grad({energy}, {point})[0];
    return force * -1;
  }
};
