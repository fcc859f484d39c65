// AIM: Inside, the program knows that autocast is on, and in which type.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/Autocast.h"
#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    Autocast on;
    if (!at::autocast::is_cpu_enabled()) return x;
    auto y = second(x).to(at::autocast::get_autocast_cpu_dtype());
    Autocast off(false);
    return at::autocast::is_cpu_enabled() ? y : first(y.to(torch::kFloat));
  }
};
