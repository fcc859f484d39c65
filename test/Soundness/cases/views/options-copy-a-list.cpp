// AIM: Options have a copy of the list that they are made of.
// EXPECT: equal
// INPUT: torch::randn({1, 3, 16, 16})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv2d first{nullptr}, second{nullptr};
  Net() {
    std::vector<int64_t> k{5, 5};
    torch::nn::Conv2dOptions options(3, 3, at::IntArrayRef(k));
    k[0] = 7;
    first = register_module("first", torch::nn::Conv2d(options));
    {
      std::vector<int64_t> other{2, 1};
      options.kernel_size(at::IntArrayRef(other));
    }
    second = register_module("second", torch::nn::Conv2d(options));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = second(first(x));
    return x * second->options.kernel_size()->at(0);
  }
};
