// AIM: A guard on the heap ends where its owner lets go of it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto guard = std::make_unique<torch::NoGradGuard>();
    auto y = first(x);
    guard.reset();
    auto z = second(x);
    guard = std::make_unique<torch::NoGradGuard>();
    return y + z + first(z);
  }
};
