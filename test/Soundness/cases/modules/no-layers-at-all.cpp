// AIM: A depth of zero leaves a Sequential empty and a loop without a turn.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::ModuleList layers;
  int depth;
  explicit Net(int depth = 0) : depth(depth) {
    for (int i = 0; i < depth; ++i)
      layers->push_back(torch::nn::Linear(3, 3));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& layer : *layers)
      x = layer->as<torch::nn::Linear>()->forward(x);
    return x * 2 + int64_t(layers->size()) + layers->is_empty();
  }
};
