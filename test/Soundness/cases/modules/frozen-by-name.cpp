// AIM: requires_grad_(false) on what a loop over named_parameters picks freezes just those.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear backbone = register_module("backbone", torch::nn::Linear(3, 3));
  torch::nn::Linear head = register_module("head", torch::nn::Linear(3, 2));
  Net() {
    for (auto& item : named_parameters())
      if (item.key().find("backbone.") == 0) item.value().requires_grad_(false);
  }
  torch::Tensor forward(torch::Tensor x) { return head(backbone(x).relu()); }
};
