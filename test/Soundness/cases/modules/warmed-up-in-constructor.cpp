// AIM: A run in the constructor updates running statistics.
// EXPECT: equal or refused or said: running_mean
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d norm{3};
  Net() {
    register_module("norm", norm);
    norm(torch::arange(6).to(torch::kFloat).view({2, 3}));
  }
  torch::Tensor forward(torch::Tensor x) { return norm(x); }
};
