// AIM: A member that each call gives a smaller copy of itself decays from call to call.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor scale = torch::ones({3});
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * scale;
    scale = scale * 0.5;
    return y;
  }
};
