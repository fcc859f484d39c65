// AIM: A guard in the body of a loop ends at continue and at break.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x;
    for (int i = 0;; ++i) {
      torch::AutoGradMode mode(i % 2 == 0);
      if (i == 1) {
        y = y + first(x);
        continue;
      }
      y = y * second(x);
      if (i == 2) break;
    }
    return y + second(x);
  }
};
