// AIM: What was set before is read, and set again.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    const bool before = at::autocast::is_cpu_enabled();
    at::autocast::set_cpu_enabled(true);
    auto y = first(x);
    at::autocast::set_cpu_enabled(false);
    auto z = second(x);
    at::autocast::set_cpu_enabled(true);
    auto w = second(x) + first(x);
    at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(before);
    return std::make_tuple(y, z, w, second(x));
  }
};
