// AIM: forward puts a child in eval mode once, and it stays there for the rest and the next calls.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d norm{3};
  torch::nn::Dropout drop{0.5};
  Net() {
    register_module("norm", norm);
    register_module("drop", drop);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = drop(norm(x));
    if (norm->is_training()) norm->eval();
    return norm(x);
  }
};
