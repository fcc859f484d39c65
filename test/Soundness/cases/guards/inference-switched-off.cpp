// AIM: InferenceMode(false) within InferenceMode computes as outside of it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    c10::InferenceMode inference;
    auto a = first(x);
    torch::Tensor b;
    {
      c10::InferenceMode off(false);
      b = second(x) * 2;
    }
    return std::make_tuple(a.clone(), b, torch::tanh(x));
  }
};
