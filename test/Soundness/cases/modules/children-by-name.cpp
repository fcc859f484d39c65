// AIM: named_children gives names and modules in the order of registration.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("wide", torch::nn::Linear(3, 5));
    register_module("act", torch::nn::Tanh());
    register_module("narrow", torch::nn::Linear(5, 2));
  }
  torch::Tensor forward(torch::Tensor x) {
    int letters = 0;
    for (const auto& child : named_children()) {
      letters += child.key().size();
      if (auto* linear = child.value()->as<torch::nn::Linear>())
        x = linear->forward(x);
      else
        x = torch::tanh(x);
    }
    return x * letters;
  }
};
