// AIM: Guards in a container end with their elements.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>
#include <vector>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<std::unique_ptr<torch::AutoGradMode>> modes;
    modes.push_back(std::make_unique<torch::AutoGradMode>(false));
    auto y = first(x);
    modes.push_back(std::make_unique<torch::AutoGradMode>(true));
    auto z = second(x);
    modes.pop_back();
    auto w = second(x);
    modes.clear();
    return y + z + w + first(y);
  }
};
