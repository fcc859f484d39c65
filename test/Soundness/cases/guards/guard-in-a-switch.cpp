// AIM: A guard in a branch of a switch ends with the switch.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x;
    for (int i = 0; i < 3; ++i)
      switch (i) {
      case 0: {
        torch::NoGradGuard guard;
        y = first(y);
        [[fallthrough]];
      }
      case 1: y = y + second(x); break;
      default: {
        torch::AutoGradMode mode(false);
        y = y * first(x);
      }
      }
    return y + second(x);
  }
};
