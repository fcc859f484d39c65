// AIM: A model that returns early in eval mode and goes on in training has two graphs.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear body = register_module("body", torch::nn::Linear(3, 3));
  torch::nn::Linear auxiliary = register_module("auxiliary", torch::nn::Linear(3, 3));
  torch::Tensor forward(torch::Tensor x) {
    x = body(x).relu();
    if (!is_training()) return x;
    return x + auxiliary(x) * 0.3;
  }
};
