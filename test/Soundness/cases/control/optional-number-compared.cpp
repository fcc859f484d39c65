// AIM: An optional that is none is equal to nullopt, and to no number.
// EXPECT: equal or refused or said: traced as if
// INPUT: torch::randn({4, 3}), c10::optional<int64_t>(c10::nullopt)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, c10::optional<int64_t> n) {
    if (n == c10::nullopt) return x * 2;
    return x;
  }
};
