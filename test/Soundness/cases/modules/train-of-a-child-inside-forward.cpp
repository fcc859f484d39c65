// AIM: forward puts a child in eval mode once, and it stays there for the rest and the next calls.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d norm = register_module("norm", torch::nn::BatchNorm1d(3));
  torch::nn::Dropout drop = register_module("drop", torch::nn::Dropout(0.5));
  torch::Tensor forward(torch::Tensor x) {
    x = drop(norm(x));
    if (norm->is_training()) norm->eval();
    return norm(x);
  }
};
