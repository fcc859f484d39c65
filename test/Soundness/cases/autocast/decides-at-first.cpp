// AIM: What the caller has set is not known.
// EXPECT: refused: known only when the model runs
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
    if (at::autocast::is_cpu_enabled()) return first(x).to(torch::kFloat);
    return second(x);
  }
};
