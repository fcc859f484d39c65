// AIM: An object leaves autocast wherever forward returns.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  bool both = true;
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    auto y = first(x);
    if (is_training()) return y;
    {
      Autocast off(false);
      y = second(x) + y;
      if (both) return torch::mm(y, y.t());
    }
    return second(y);
  }
};
