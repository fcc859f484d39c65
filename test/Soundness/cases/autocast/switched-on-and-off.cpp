// AIM: Between two calls of set_cpu_enabled, layers compute in bfloat16; the last leaves it off.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    at::autocast::set_cpu_enabled(true);
    auto y = first(x);
    at::autocast::set_cpu_enabled(false);
    return y + second(x);
  }
};
