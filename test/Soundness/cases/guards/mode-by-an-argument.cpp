// AIM: AutoGradMode that an argument of forward decides.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3}), true
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x, bool learns) {
    torch::AutoGradMode mode(learns);
    auto y = first(x);
    torch::AutoGradMode other(true);
    return y + second(y);
  }
};
