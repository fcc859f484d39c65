// AIM: A child that the constructor puts in eval mode goes back to training with train().
// EXPECT: equal
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Dropout drop{0.5};
  torch::nn::BatchNorm1d norm{3};
  Net() {
    register_module("drop", drop);
    register_module("norm", norm);
    drop->eval();
    norm->train(false);
  }
  torch::Tensor forward(torch::Tensor x) {
    if (drop->is_training() != is_training()) x = x + 1;
    return norm(drop(x));
  }
};
