// AIM: *a = *b assigns one implementation to another.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{3, 3}, b{3, 3};
  Net() {
    register_module("a", a);
    register_module("b", b);
    *a = *b;
  }
  torch::Tensor forward(torch::Tensor x) { return a(x) + b(x) * 2; }
};
