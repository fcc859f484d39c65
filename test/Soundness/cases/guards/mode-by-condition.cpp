// AIM: AutoGradMode that a condition decides: on for each second time round.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto sum = torch::zeros({4, 3});
    for (int i = 0; i < 4; ++i) {
      torch::AutoGradMode mode(i % 2 == 0 && is_training());
      sum = sum + (i < 2 ? first(x) : second(x)) * i;
    }
    return sum;
  }
};
