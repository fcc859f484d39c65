// AIM: A recurrent model keeps its hidden state as a member from call to call.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::GRUCell cell{3, 4};
  torch::Tensor hidden;
  Net() { register_module("cell", cell); }
  torch::Tensor forward(torch::Tensor x) {
    if (!hidden.defined()) hidden = torch::zeros({2, 4});
    hidden = cell(x, hidden).detach();
    return hidden * 2;
  }
};
