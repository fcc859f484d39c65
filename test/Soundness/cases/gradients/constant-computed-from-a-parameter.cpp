// AIM: A constant that the constructor computes from a parameter passes gradients on to it.
// EXPECT: refused: gradients of this tensor flow into a parameter
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight, half;
  Net() {
    weight = register_parameter("weight", torch::arange(3.0f));
    half = weight.view({1, 3}) / 2;
  }
  torch::Tensor forward(torch::Tensor x) { return x + half; }
};
