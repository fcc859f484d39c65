// AIM: A NoGradGuard in a helper ends with the helper; its result needs no gradient.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

static torch::Tensor frozen(const torch::nn::Linear& fc, torch::Tensor x) {
  torch::NoGradGuard guard;
  return const_cast<torch::nn::Linear&>(fc)->forward(x);
}
struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return frozen(fc, x) * 2 + fc(x); }
};
