// AIM: A guard ends at each return, the value being computed under it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard no_grad;
    auto y = first(x);
    if (!is_training()) return y * 2;
    {
      torch::AutoGradMode on(true);
      for (int i = 0; i < 3; ++i) {
        torch::AutoGradMode off(i != 1);
        y = y + second(x);
        if (i == 1) return y * second(x);
      }
    }
    return y;
  }
};
