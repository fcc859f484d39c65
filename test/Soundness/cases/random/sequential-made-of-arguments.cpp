// AIM: The layers of a Sequential that is a member draw their weights where the member is made.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net()
      : wide(torch::nn::Linear(6, 4), torch::nn::Linear(4, 6)),
        narrow(register_module(
            "narrow", torch::nn::Sequential(torch::nn::Linear(6, 3), torch::nn::Linear(3, 6)))) {
    register_module("wide", wide);
  }
  torch::Tensor forward(torch::Tensor x) { return narrow->forward(wide->forward(x)); }
  torch::nn::Sequential wide;
  torch::nn::Sequential narrow;
};
