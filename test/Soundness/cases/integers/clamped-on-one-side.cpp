// AIM: clamp with a single bound, and with the bounds in the wrong order.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = torch::clamp(x, c10::nullopt, 0.5), b = x.clamp_min(-0.2), c = x.clamp(0.5, -0.5);
    return a + b + c;
  }
};
