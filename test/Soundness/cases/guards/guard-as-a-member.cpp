// AIM: A guard among the members of an object ends with it, in the order of destruction.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Scope {
  torch::Tensor& seen;
  torch::nn::Linear& layer;
  torch::NoGradGuard guard;
  Scope(torch::Tensor& seen, torch::nn::Linear& layer) : seen(seen), layer(layer) {}
  ~Scope() { seen = layer(seen); }
};

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto y = first(x);
    {
      Scope scope(y, second);
      y = y * 2;
    }
    return y + second(x);
  }
};
