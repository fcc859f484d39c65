// AIM: Whether the right side runs is not known, and it switches autocast on.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
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
