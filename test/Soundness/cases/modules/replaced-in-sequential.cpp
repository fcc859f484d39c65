// AIM: replace_module puts another module in a child's place; later calls use the new one.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear head{nullptr};
  Net() {
    head = register_module("head", torch::nn::Linear(3, 3));
    head = replace_module("head", torch::nn::Linear(torch::nn::LinearOptions(3, 5).bias(false)));
  }
  torch::Tensor forward(torch::Tensor x) { return head(x); }
};
