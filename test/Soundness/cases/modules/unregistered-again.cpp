// AIM: unregister_module takes a child's weights out of the state, though the member lives on.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear used{3, 3}, extra{3, 3};
  Net() {
    register_module("used", used);
    register_module("extra", extra);
    if (!keeps_extra()) unregister_module("extra");
  }
  static bool keeps_extra() { return false; }
  torch::Tensor forward(torch::Tensor x) { return used(x); }
};
