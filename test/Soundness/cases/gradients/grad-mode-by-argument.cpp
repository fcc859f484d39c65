// AIM: AutoGradMode takes a bool; true inside a NoGradGuard turns gradients on again.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor step(torch::nn::Linear& layer, const torch::Tensor& x, bool learns) {
    torch::AutoGradMode mode(learns);
    return layer(x);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard no_grad;
    auto y = step(first, x, false);
    return step(second, y, true) + y;
  }
};
