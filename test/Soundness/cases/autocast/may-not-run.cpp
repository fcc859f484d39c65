// AIM: Whether the right side runs is not known, and it switches autocast on.
// EXPECT: refused
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
    const bool before = at::autocast::is_cpu_enabled();
    const auto on = [] {
      at::autocast::set_cpu_enabled(true);
      return true;
    };
    const bool both = x.requires_grad() && on();
    auto y = first(x);
    at::autocast::set_cpu_enabled(before);
    return both ? y : y * 2;
  }
};
