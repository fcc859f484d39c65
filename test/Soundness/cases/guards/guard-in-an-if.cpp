// AIM: A guard in the first part of an if lasts for both branches.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    if (torch::NoGradGuard g; !is_training())
      y = first(x);
    else
      y = second(x);
    return y + second(x);
  }
};
