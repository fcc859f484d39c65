// AIM: A tensor that forward keeps has the type that autocast gave it.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor hidden = torch::zeros({4, 3});
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    hidden = second(torch::tanh(first(x) + hidden.mean()));
    return hidden.to(torch::kFloat);
  }
};
