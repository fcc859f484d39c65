// AIM: The type that autocast starts with may be set and left.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    at::autocast::set_autocast_cpu_dtype(at::kBFloat16);
    auto y = first(x);
    at::autocast::set_cpu_enabled(true);
    y = second(y);
    at::autocast::set_cpu_enabled(false);
    at::autocast::clear_cache();
    return y;
  }
};
