// AIM: requires_grad_(false) on what a loop over named_parameters picks freezes just those.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear backbone{3, 3}, head{3, 2};
  Net() {
    register_module("backbone", backbone);
    register_module("head", head);
    for (auto& item : named_parameters())
      if (item.key().find("backbone.") == 0) item.value().requires_grad_(false);
  }
  torch::Tensor forward(torch::Tensor x) { return head(backbone(x).relu()); }
};
