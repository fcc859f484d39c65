// AIM: What the caller has set is not known.
// EXPECT: refused: known only when the model runs
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    if (at::autocast::is_cpu_enabled()) return first(x).to(torch::kFloat);
    return second(x);
  }
};
