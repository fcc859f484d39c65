// AIM: A buffer that is computed from a parameter passes gradients on to it.
// EXPECT: refused: gradients of this tensor flow into a parameter
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight, doubled;
  Net() {
    weight = register_parameter("weight", torch::arange(3.0f));
    doubled = register_buffer("doubled", weight * 2);
  }
  torch::Tensor forward(torch::Tensor x) { return x * doubled; }
};
