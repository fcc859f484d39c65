// AIM: A forward that sets requires_grad_ of its weights by mode changes what backward gives.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear backbone = register_module("backbone", torch::nn::Linear(3, 3));
  torch::nn::Linear head = register_module("head", torch::nn::Linear(3, 2));
  torch::Tensor forward(torch::Tensor x) {
    for (auto& weight : backbone->parameters())
      weight.requires_grad_(is_training());
    return head(backbone(x));
  }
};
