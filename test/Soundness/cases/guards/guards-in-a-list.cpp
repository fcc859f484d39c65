// AIM: Guards that a list holds by value begin and end with its elements.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <list>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    std::list<torch::AutoGradMode> l;
    l.emplace_back(false);
    auto y = torch::relu(first(x));
    l.emplace_back(true);
    auto z = second(x);
    l.pop_back();
    auto w = second(x);
    l.clear();
    return y + z * w + first(x);
  }
};
