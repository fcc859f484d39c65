// AIM: A copy of a guard ends where it dies, before the guard.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    {
      torch::AutoGradMode a(false);
      auto b = a;
      y = first(x);
    }
    return y + second(x);
  }
};
