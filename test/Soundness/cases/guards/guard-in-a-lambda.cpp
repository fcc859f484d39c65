// AIM: A guard in a lambda lasts for each call of it; one that a lambda holds, as long as the lambda.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

#include "../../Inputs/TwoLayers.h"

struct Net : TwoLayers {
  torch::Tensor forward(torch::Tensor x) {
    const auto quiet = [&](torch::nn::Linear& layer) {
      torch::NoGradGuard guard;
      return layer(x);
    };
    auto y = quiet(first) + second(x);
    {
      auto held = [guard = std::make_shared<torch::NoGradGuard>(), this](const torch::Tensor& t) {
        return second(t);
      };
      y = y + held(x);
    }
    return y * quiet(second) + first(x);
  }
};
