// AIM: A recurrent state is detached before it is kept: gradients end at the call.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::GRUCell cell{3, 4};
  torch::Tensor hidden;
  Net() : hidden(torch::zeros({2, 4})) { register_module("cell", cell); }
  torch::Tensor forward(torch::Tensor x) {
    auto next = cell(x, hidden);
    hidden = next.detach();
    return next * 2;
  }
};
