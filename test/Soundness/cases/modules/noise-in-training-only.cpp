// AIM: Noise that is drawn in training only leaves the generator alone in eval mode.
// EXPECT: equal or refused
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor jitter(const torch::Tensor& x) {
    return this->is_training() ? x + torch::randn_like(x) * 0.1 : x;
  }
  torch::Tensor forward(torch::Tensor x) { return fc(jitter(x)); }
};
