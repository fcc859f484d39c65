// AIM: A guard that no variable names ends with its statement.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard();
    auto y = first(x);
    auto z = (torch::NoGradGuard(), second(x));
    return y + z;
  }
};
