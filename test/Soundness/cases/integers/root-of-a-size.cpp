// AIM: 1 / sqrt(size) in float and in double.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <cmath>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    float a = 1.0f / std::sqrt(static_cast<float>(x.size(1)));
    double b = std::pow(x.size(1), -0.5);
    return x * a - x * b + (x / std::sqrt(x.size(1)));
  }
};
