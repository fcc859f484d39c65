// AIM: A template that turns a container's rbegin into begin makes a range-for go backwards.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <typename Container>
struct Reversed {
  Container& container;
  auto begin() { return container.rbegin(); }
  auto end() { return container.rend(); }
};
template <typename Container>
Reversed<Container> reversed(Container& container) {
  return {container};
}
struct Net : torch::nn::Module {
  std::vector<torch::nn::Linear> layers;
  Net() {
    for (int i = 0; i < 3; ++i) {
      layers.push_back(torch::nn::Linear(3, 3));
      register_module("layer" + std::to_string(i), layers.back());
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& layer : reversed(layers))
      x = torch::tanh(layer(x));
    return x;
  }
};
