// AIM: An exception leaves autocast.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  bool both = true;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x;
    try {
      Autocast on;
      y = first(x);
      if (both) throw 3;
      y = second(y);
    } catch (int n) {
      y = second(y.to(torch::kFloat)) * n;
    }
    return y;
  }
};
