// AIM: A recurrent state is kept from call to call, and no gradient is recorded.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear in{3, 4};
  torch::Tensor hidden = torch::zeros({2, 4});
  Net() { register_module("in", in); }
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard no_grad;
    hidden = torch::tanh(in(x) + hidden);
    return hidden * 2;
  }
};
