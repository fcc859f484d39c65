// AIM: A layer that the constructor makes and drops has drawn its weights from the generator.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() {
    fc = torch::nn::Linear(3, 3);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
