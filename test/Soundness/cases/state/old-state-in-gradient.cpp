// AIM: The old state is needed by the backward pass after the call has replaced it.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear in{3, 3};
  torch::Tensor gate = torch::full({2, 3}, 0.5);
  Net() { register_module("in", in); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = in(x)*gate;
    gate = torch::sigmoid(y).detach();
    return y;
  }
};
