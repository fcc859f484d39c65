// AIM: A guard that a function makes lives where its caller keeps it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  static std::unique_ptr<torch::NoGradGuard> frozen(bool really) {
    return really ? std::make_unique<torch::NoGradGuard>() : nullptr;
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    {
      auto guard = frozen(true);
      y = first(x);
      auto none = frozen(false);
      y = y + second(x);
    }
    frozen(true);
    return y + second(x);
  }
};
