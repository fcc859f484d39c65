// AIM: An unsigned counter that passes zero becomes large, which ends this loop.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::ModuleList layers;
  Net() {
    for (int i = 0; i < 3; ++i)
      layers->push_back(torch::nn::Linear(3, 3));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (size_t i = layers->size() - 1; i < layers->size(); --i)
      x = layers[i]->as<torch::nn::Linear>()->forward(x) + double(i);
    return x;
  }
};
