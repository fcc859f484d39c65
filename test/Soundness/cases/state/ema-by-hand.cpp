// AIM: A buffer that forward updates with mul_ and add_ keeps its value for the next call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor mean;
  double momentum = 0.25;
  Net() { mean = register_buffer("mean", torch::zeros({3})); }
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) {
      torch::NoGradGuard no_grad;
      mean.mul_(1 - momentum).add_(x.mean(0), momentum);
    }
    return x - mean;
  }
};
