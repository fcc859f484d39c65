// AIM: A weight that is written to between two calls under autocast is still the old one in its cache.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    at::autocast::set_cpu_enabled(true);
    auto y = first(x);
    {
      torch::NoGradGuard no_grad;
      first->weight.mul_(1.5);
    }
    auto z = first(x);
    at::autocast::set_cpu_enabled(false);
    at::autocast::set_cpu_enabled(true);
    auto w = first(x);
    at::autocast::clear_cache();
    auto v = first(x);
    at::autocast::set_cpu_enabled(false);
    return std::make_tuple(y, z, w, v);
  }
};
