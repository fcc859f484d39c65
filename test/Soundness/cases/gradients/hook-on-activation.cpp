// AIM: A hook that scales a gradient is part of what forward does to training.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x);
    if (y.requires_grad()) y.register_hook([](torch::Tensor gradient) { return gradient * 0.1; });
    return y;
  }
};
