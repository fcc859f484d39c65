// AIM: A class that does not ask what was set switches autocast off for the object around it, too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Fast {
  Fast() { at::autocast::set_cpu_enabled(true); }
  ~Fast() {
    at::autocast::clear_cache();
    at::autocast::set_cpu_enabled(false);
  }
};

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    Fast outer;
    auto y = first(x);
    {
      Fast inner;
      y = second(y) + y;
    }
    return std::make_tuple(y, first(x));
  }
};
