// AIM: Layers that are made and not kept have drawn their weights before those of the next.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(int count = 1) {
    for (int i = 0; i < 2; ++i) {
      torch::nn::Linear chosen(6, 6), other(torch::nn::LinearOptions(6, 6).bias(false));
      auto same = chosen;
      chosen = count == i ? other : same;
      layers->push_back(chosen);
    }
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
