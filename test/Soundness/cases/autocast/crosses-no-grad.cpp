// AIM: Autocast ends before the mode that began in it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto on = std::make_unique<Autocast>();
    auto y = first(x);
    torch::NoGradGuard no_grad;
    auto z = second(x);
    on.reset();
    return std::make_tuple(y, z, second(x));
  }
};
