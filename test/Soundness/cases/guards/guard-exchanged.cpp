// AIM: A guard goes from owner to owner, and ends where the last gets another.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>
#include <utility>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto a = std::make_unique<torch::NoGradGuard>();
    auto y = first(x);
    auto b = std::exchange(a, nullptr);
    auto z = second(x);
    b = std::move(a);
    return y + z + second(x);
  }
};
