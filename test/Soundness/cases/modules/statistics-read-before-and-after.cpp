// AIM: running_mean read before the call is the old one only if copied.
// EXPECT: equal
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d norm{3};
  Net() { register_module("norm", norm); }
  torch::Tensor forward(torch::Tensor x) {
    auto view = norm->running_mean;
    auto copy = norm->running_mean.clone();
    auto y = norm(x);
    return y + view * 10 - copy + norm->num_batches_tracked;
  }
};
