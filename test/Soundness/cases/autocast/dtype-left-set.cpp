// AIM: The type that autocast starts with may be set and left.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
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
