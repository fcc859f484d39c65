// AIM: An override of train() keeps one child in eval mode, whatever the parent is put in.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d frozen{3}, trained{3};
  Net() {
    register_module("frozen", frozen);
    register_module("trained", trained);
  }
  void train(bool on = true) override {
    torch::nn::Module::train(on);
    frozen->train(false);
  }
  torch::Tensor forward(torch::Tensor x) { return trained(x) + frozen(x) * 2; }
};
