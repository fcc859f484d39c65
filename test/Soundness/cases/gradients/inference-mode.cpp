// AIM: InferenceMode turns gradients off, and tensors made in it are inference tensors.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    c10::InferenceMode guard;
    return fc(x) * 2;
  }
};
