// AIM: manual_seed in the constructor decides the weights that are made after it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  torch::Tensor table;
  Net() {
    torch::manual_seed(1234);
    fc = register_module("fc", torch::nn::Linear(3, 3));
    table = register_buffer("table", torch::rand({3}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + table; }
};
