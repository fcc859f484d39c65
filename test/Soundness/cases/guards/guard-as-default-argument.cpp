// AIM: A guard that is a default argument lasts as long as the call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include "../../Inputs/TwoLayers.h"

inline torch::Tensor run(torch::nn::Linear l, torch::Tensor x,
                         const torch::AutoGradMode& m = torch::AutoGradMode(false)) {
  return l(x);
}
struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    auto y = run(first, x);
    return y + second(x);
  }
};
