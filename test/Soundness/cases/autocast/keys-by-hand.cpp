// AIM: Autocast is on while its dispatch key is not excluded.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    const auto key = c10::DispatchKey::AutocastCPU;
    const bool off = c10::impl::tls_is_dispatch_key_excluded(key);
    c10::impl::tls_set_dispatch_key_excluded(key, false);
    auto y = first(x);
    c10::impl::tls_set_dispatch_key_excluded(key, true);
    auto z = second(x);
    at::autocast::clear_cache();
    (void)off;
    return y + z;
  }
};
