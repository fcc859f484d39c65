// AIM: register_parameter with requires_grad false is a parameter; a buffer with a gradient is none.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor scale, offset;
  Net() {
    scale = register_parameter("scale", torch::full({3}, 2.0), /*requires_grad=*/false);
    offset = register_buffer("offset", torch::ones({3}).requires_grad_(true));
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale + offset; }
};
