// AIM: A guard in an optional begins with emplace and ends with reset.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    std::optional<torch::AutoGradMode> guard;
    auto y = first(x);
    guard.emplace(false);
    auto z = second(y);
    guard.reset();
    auto w = second(x);
    guard.emplace(false);
    return std::make_tuple(y, z, w, first(w));
  }
};
