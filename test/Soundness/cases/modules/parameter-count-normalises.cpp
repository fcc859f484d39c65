// AIM: numel() over parameters() counts weights and biases of all descendants, once each.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <cmath>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 4};
  torch::nn::LayerNorm norm{torch::nn::LayerNormOptions({4})};
  int64_t count = 0;
  Net() {
    register_module("first", first);
    register_module("norm", norm);
    for (const auto& parameter : parameters())
      count += parameter.numel();
  }
  torch::Tensor forward(torch::Tensor x) { return norm(first(x)) / std::sqrt(double(count)); }
};
