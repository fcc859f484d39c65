// AIM: A layer keeps the tensor it was given when the giver gets another one.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{3, 3}, b{3, 3};
  Net() {
    register_module("a", a);
    register_module("b", b);
    a->weight = b->weight;
    b->weight = torch::ones({3, 3});
  }
  torch::Tensor forward(torch::Tensor x) { return b(torch::tanh(a(x))); }
};
