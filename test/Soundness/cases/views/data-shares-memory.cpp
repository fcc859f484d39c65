// AIM: data() shares memory and no history.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 3;
    y.data().mul_(2);
    auto z = y.data();
    z[0] = 1;
    return y;
  }
};
