// AIM: A class of the user's switches autocast on while its objects live.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    {
      Autocast on;
      y = first(x);
    }
    return y.to(torch::kFloat) + second(x);
  }
};
