// AIM: What autocast was is put back only where it was on.
// EXPECT: equal
// ARGS: --assume=before=false
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    const bool before = at::autocast::is_cpu_enabled();
    at::autocast::set_cpu_enabled(false);
    auto y = first(x);
    if (before) at::autocast::set_cpu_enabled(true);
    return std::make_tuple(y, second(x));
  }
};
