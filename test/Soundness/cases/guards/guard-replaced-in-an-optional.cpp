// AIM: A second emplace ends the first guard before the next begins.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    std::optional<torch::AutoGradMode> guard;
    guard.emplace(false);
    auto y = first(x);
    guard.emplace(true);
    auto z = second(x);
    guard = std::nullopt;
    return y + z * first(x);
  }
};
