// AIM: A reference to the weight of a layer sees what is assigned through it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{3, 3}, b{3, 3};
  Net() {
    register_module("a", a);
    register_module("b", b);
    torch::Tensor& w = a->weight;
    w = torch::ones({3, 3});
    w.mul_(2);
    w = w * 0.25;
  }
  torch::Tensor forward(torch::Tensor x) { return b(torch::tanh(a(x))); }
};
