// AIM: A module copies its options: changing the object they came from does nothing to it.
// EXPECT: equal
// INPUT: torch::randn({2, 3, 8})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv1d first{nullptr}, second{nullptr};
  Net() {
    auto options = torch::nn::Conv1dOptions(3, 3, 3).padding(1);
    first = register_module("first", torch::nn::Conv1d(options));
    options.padding(0).stride(2).bias(false);
    second = register_module("second", torch::nn::Conv1d(options));
    options.dilation(4);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};
