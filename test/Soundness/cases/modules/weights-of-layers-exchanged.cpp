// AIM: Two layers exchange their tensors, each by what the other held.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{3, 3}, b{3, 3};
  Net() {
    register_module("a", a);
    register_module("b", b);
    std::swap(a->weight, b->weight);
    a->bias = std::exchange(b->bias, a->bias);
  }
  torch::Tensor forward(torch::Tensor x) { return b(torch::tanh(a(x))); }
};
