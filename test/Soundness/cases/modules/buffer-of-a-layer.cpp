// AIM: A buffer that is registered in a layer of LibTorch's is one of the model.
// EXPECT: refused: is registered in a
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear l{3, 3};
  Net() {
    register_module("l", l);
    l->register_buffer("k", torch::ones({1}));
  }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
};
