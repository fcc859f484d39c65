// AIM: What forward leaves switched on changes the program behind it.
// EXPECT: refused: does not put it back
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
    at::autocast::set_cpu_enabled(true);
    return first(x);
  }
};
