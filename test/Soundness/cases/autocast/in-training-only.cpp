// AIM: Autocast is on in training.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    Autocast mode(is_training());
    return second(torch::relu(first(x)));
  }
};
