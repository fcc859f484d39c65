// AIM: A constructor that switches autocast on.
// EXPECT: refused: in a constructor
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
    at::autocast::set_cpu_enabled(true);
    register_buffer("made", torch::mm(torch::ones({2, 2}), torch::ones({2, 2})));
    at::autocast::set_cpu_enabled(false);
  }
  torch::Tensor forward(torch::Tensor x) { return first(x); }
};
