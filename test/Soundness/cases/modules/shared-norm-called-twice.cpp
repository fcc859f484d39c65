// AIM: One BatchNorm called twice in a forward updates its statistics twice.
// EXPECT: equal
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d norm{3};
  Net() { register_module("norm", norm); }
  torch::Tensor forward(torch::Tensor x) {
    auto once = norm(x);
    auto twice = norm(once * 3 + 1);
    return once + twice + norm->running_mean;
  }
};
