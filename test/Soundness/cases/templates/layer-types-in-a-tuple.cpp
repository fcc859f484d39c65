// AIM: std::apply over a tuple of different layers calls each in order.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

template <typename... Layers>
struct PipelineImpl : torch::nn::Module {
  std::tuple<Layers...> layers;
  explicit PipelineImpl(Layers... given) : layers(given...) {
    int index = 0;
    std::apply(
        [&](auto&... layer) { (register_module("stage" + std::to_string(index++), layer), ...); },
        layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::apply([&](auto&... layer) { ((x = layer(x)), ...); }, layers);
    return x;
  }
};
struct Net : PipelineImpl<torch::nn::Linear, torch::nn::Tanh, torch::nn::Linear> {
  Net() : PipelineImpl(torch::nn::Linear(3, 4), torch::nn::Tanh(), torch::nn::Linear(4, 2)) {}
};
