// AIM: A tuple of layers, applied by std::apply and index sequences.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <tuple>

struct Net : torch::nn::Module {
  std::tuple<torch::nn::Linear, torch::nn::Tanh, torch::nn::Linear> layers{
      torch::nn::Linear(3, 4), torch::nn::Tanh(), torch::nn::Linear(4, 3)};
  Net() { name(std::make_index_sequence<3>{}); }
  template <size_t... I>
  void name(std::index_sequence<I...>) {
    (register_module("l" + std::to_string(I), std::get<I>(layers)), ...);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::apply([&](auto&... layer) { ((x = layer->forward(x)), ...); }, layers);
    return x;
  }
};
