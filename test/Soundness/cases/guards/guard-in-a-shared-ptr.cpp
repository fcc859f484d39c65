// AIM: A guard ends with the last of its owners.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto one = std::make_shared<torch::AutoGradMode>(false);
    auto two = one;
    auto y = first(x);
    one.reset();
    auto z = second(x);
    two = nullptr;
    return y + z + first(x);
  }
};
