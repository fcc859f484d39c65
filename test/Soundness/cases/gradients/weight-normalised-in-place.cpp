// AIM: A weight is renormalised in place under NoGradGuard before it is used, as in max-norm layers.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) {
      torch::NoGradGuard no_grad;
      fc->weight.div_(fc->weight.norm());
    }
    return fc(x);
  }
};
