// AIM: Members make their weights before the constructor's body does, whatever is registered first.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : last(6, 6) {
    first = register_module("first", torch::nn::Linear(6, 6));
    register_module("last", last);
  }
  torch::Tensor forward(torch::Tensor x) {
    return torch::nn::functional::linear(x + first->bias, last->weight);
  }
  torch::nn::Linear first{nullptr};
  torch::nn::Linear last;
};
