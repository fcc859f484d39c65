// AIM: An exception ends the guards between throw and catch.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <stdexcept>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    try {
      torch::NoGradGuard no_grad;
      y = first(x);
      torch::AutoGradMode on(true);
      y = y + second(x);
      throw std::runtime_error("out");
    } catch (const std::exception&) {
      y = y + second(y);
    }
    return y;
  }
};
