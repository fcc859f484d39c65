// AIM: A random tensor that is thrown away has moved the generator on.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Dropout drop{0.5};
  Net() { register_module("drop", drop); }
  torch::Tensor forward(torch::Tensor x) {
    torch::rand({5});
    auto unused = drop(x);
    return x + torch::rand_like(x);
  }
};
