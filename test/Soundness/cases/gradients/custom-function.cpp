// AIM: A user's autograd::Function has a backward of its own, which is not that of its forward.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Sign : torch::autograd::Function<Sign> {
  static torch::Tensor forward(torch::autograd::AutogradContext*, torch::Tensor x) {
    return x.sign();
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext*,
                                                 torch::autograd::variable_list gradients) {
    return {gradients[0].clamp(-1, 1)};
  }
};
struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return Sign::apply(fc(x)); }
};
