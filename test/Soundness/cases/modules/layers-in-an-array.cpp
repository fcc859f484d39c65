// AIM: std::array of holders made from null and filled.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <array>

struct Net : torch::nn::Module {
  std::array<torch::nn::Linear, 3> layers{nullptr, nullptr, nullptr};
  Net() {
    for (size_t i = 0; i < layers.size(); ++i)
      layers[i] = register_module("l" + std::to_string(i), torch::nn::Linear(3, 3));
    std::swap(layers[0], layers[2]);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto it = layers.rbegin(); it != layers.rend(); ++it)
      x = (*it)(x).relu();
    return x;
  }
};
