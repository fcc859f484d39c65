// AIM: expand shares one element for many; a copy made first keeps the old values.
// EXPECT: equal
// INPUT: torch::randn({1, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto base = x.clone();
    auto wide = base.expand({4, 3});
    auto frozen = wide.clone();
    base.add_(1);
    return wide - frozen + base;
  }
};
