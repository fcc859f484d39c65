// AIM: Without clear_cache, the next call finds the weights of the last in autocast's cache.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    at::autocast::set_cpu_enabled(true);
    auto y = first(x);
    at::autocast::set_cpu_enabled(false);
    {
      torch::NoGradGuard no_grad;
      first->weight.add_(0.5);
    }
    return y;
  }
};
