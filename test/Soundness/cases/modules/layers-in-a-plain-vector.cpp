// AIM: Layers in a vector that was not registered compute, but are no part of the state.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::nn::Linear> layers;
  torch::nn::Linear head{3, 1};
  Net() {
    for (int i = 0; i < 2; ++i)
      layers.emplace_back(3, 3);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : layers)
      x = torch::relu(layer(x));
    return head(x);
  }
};
