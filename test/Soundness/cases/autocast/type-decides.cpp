// AIM: What autocast makes of a tensor's type may decide.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    auto y = first(x);
    auto z = y.to(torch::kFloat);
    return y.scalar_type() == torch::kBFloat16 ? y * 2 : z;
  }
};
