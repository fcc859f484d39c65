// AIM: BatchNorm without statistics, with a cumulative average, without affine.
// EXPECT: equal
// INPUT: torch::randn({6, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d a{torch::nn::BatchNorm1dOptions(3).track_running_stats(false)};
  torch::nn::BatchNorm1d b{torch::nn::BatchNorm1dOptions(3).momentum(c10::nullopt).affine(false)};
  torch::nn::InstanceNorm1d c{
      torch::nn::InstanceNorm1dOptions(2).track_running_stats(true).momentum(0.3)};
  Net() {
    register_module("a", a);
    register_module("b", b);
    register_module("c", c);
  }
  torch::Tensor forward(torch::Tensor x) { return a(x) + b(x) + c(x.view({3, 2, 3})).view({6, 3}); }
};
