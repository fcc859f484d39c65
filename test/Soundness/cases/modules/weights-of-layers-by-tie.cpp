// AIM: A tuple of references to weights hands each its tensor.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{3, 3}, b{3, 3};
  Net() {
    register_module("a", a);
    register_module("b", b);
    std::tie(a->weight, b->weight) = std::make_tuple(b->weight, a->weight);
  }
  torch::Tensor forward(torch::Tensor x) { return b(torch::tanh(a(x))); }
};
