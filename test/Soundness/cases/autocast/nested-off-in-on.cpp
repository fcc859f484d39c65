// AIM: Autocast that is switched off in a region where it is on comes back behind it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    Autocast on;
    auto y = first(x);
    {
      Autocast off(false);
      y = second(y.to(torch::kFloat));
    }
    return std::make_tuple(y, second(y), torch::mm(y, y.t()));
  }
};
