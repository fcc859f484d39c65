// AIM: What forward leaves switched on changes the program behind it.
// EXPECT: refused: does not put it back
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    at::autocast::set_cpu_enabled(true);
    return first(x);
  }
};
