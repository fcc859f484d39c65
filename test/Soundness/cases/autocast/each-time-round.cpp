// AIM: A loop switches autocast on for each second layer.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include <optional>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor sum = torch::zeros_like(x);
    for (int i = 0; i < 4; ++i) {
      std::optional<Autocast> on;
      if (i % 2 == 1) on.emplace();
      sum = sum + (i < 2 ? first(x) : second(x));
    }
    return sum;
  }
};
