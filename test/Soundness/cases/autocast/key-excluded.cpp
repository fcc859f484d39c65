// AIM: An ExcludeDispatchKeyGuard keeps autocast off while it lives.
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
    torch::Tensor z;
    {
      c10::impl::ExcludeDispatchKeyGuard off(c10::DispatchKey::AutocastCPU);
      z = second(x);
    }
    return std::make_tuple(y, z, second(x));
  }
};
