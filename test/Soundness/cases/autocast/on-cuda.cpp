// AIM: Autocast of CUDA leaves the CPU alone.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    at::autocast::set_enabled(true);
    auto y = first(x);
    const bool cpu = at::autocast::is_cpu_enabled();
    at::autocast::set_cpu_enabled(true);
    auto z = torch::relu(first(x));
    at::autocast::set_enabled(false);
    auto w = first(x);
    at::autocast::set_cpu_enabled(cpu);
    at::autocast::clear_cache();
    return std::make_tuple(y, z, w, first(x));
  }
};
