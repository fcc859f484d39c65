// AIM: Two owners of guards are swapped, and the other one ends first.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto a = std::make_unique<torch::AutoGradMode>(false);
    auto y = first(x);
    std::unique_ptr<torch::AutoGradMode> b;
    a.swap(b);
    a.reset();
    auto z = second(x);
    delete b.release();
    return y + z * second(x);
  }
};
