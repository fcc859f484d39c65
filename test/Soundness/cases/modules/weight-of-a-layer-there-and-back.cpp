// AIM: A layer that gets its own tensor back is as it was.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a{3, 3}, b{3, 3};
  Net() {
    register_module("a", a);
    register_module("b", b);
    auto kept = a->weight;
    a->weight = b->weight;
    a->weight = kept;
  }
  torch::Tensor forward(torch::Tensor x) { return b(torch::tanh(a(x))); }
};
