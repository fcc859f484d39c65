// AIM: A running mean that only training updates, in place and without gradients.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor mean;
  Net() { mean = register_buffer("mean", torch::zeros({3})); }
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) {
      torch::NoGradGuard guard;
      mean.mul_(0.9).add_(x.mean(0), 0.1);
    }
    return x - mean;
  }
};
