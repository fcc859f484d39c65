// AIM: A NoGradGuard within InferenceMode ends before it, and makes no inference tensors of its own.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    auto a = first(x);
    torch::Tensor b, c;
    {
      c10::InferenceMode inference;
      b = first(x);
      {
        torch::NoGradGuard no_grad;
        c = second(b);
      }
      c = c + second(x);
    }
    return std::make_tuple(a, b.clone(), c.clone());
  }
};
