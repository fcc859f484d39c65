// AIM: Without its cache, autocast casts a weight anew in each call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    const bool cached = at::autocast::is_autocast_cache_enabled();
    at::autocast::set_autocast_cache_enabled(false);
    Autocast on;
    auto y = first(x);
    {
      torch::NoGradGuard no_grad;
      first->weight.mul_(1.5);
    }
    auto z = first(x);
    at::autocast::set_autocast_cache_enabled(cached);
    return std::make_tuple(y, z, second(x));
  }
};
