// AIM: A free function asks a module for its mode and takes another way in training.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static double strength(const torch::nn::Module& module, double drop) {
  return module.is_training() ? 1 / (1 - drop) : 1.0;
}
struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x) * strength(*this, 0.5); }
};
