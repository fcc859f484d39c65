// AIM: A model that returns early in eval mode and goes on in training has two graphs.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear body{3, 3}, auxiliary{3, 3};
  Net() {
    register_module("body", body);
    register_module("auxiliary", auxiliary);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = body(x).relu();
    if (!is_training()) return x;
    return x + auxiliary(x) * 0.3;
  }
};
