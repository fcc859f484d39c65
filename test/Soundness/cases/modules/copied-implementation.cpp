// AIM: Copying an Impl by value copies handles: both share their weights' storage.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3};
  torch::nn::Linear second{nullptr};
  Net() {
    register_module("first", first);
    torch::nn::LinearImpl copy = *first;
    copy.bias = torch::ones({3});
    second = torch::nn::Linear(std::make_shared<torch::nn::LinearImpl>(copy));
  }
  torch::Tensor forward(torch::Tensor x) { return first(x) + second(x); }
};
