// AIM: An integer tensor times an integer stays integer, times a double becomes float.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto n = torch::arange(12).view({4, 3});
    auto a = n * 3, b = n * 0.5;
    auto half = a.div(2), cut = a.floor_divide(2);
    return x + b + half + cut + (a.scalar_type() == torch::kLong ? 1 : 2);
  }
};
