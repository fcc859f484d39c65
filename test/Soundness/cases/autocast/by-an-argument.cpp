// AIM: An argument of forward says whether autocast is on.
// EXPECT: equal
// INPUT: torch::randn({4, 3}), true
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x, bool fast) {
    Autocast mode(fast);
    return second(torch::relu(first(x)));
  }
};
