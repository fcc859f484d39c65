// AIM: An optional argument with a default that is something may be none all the same.
// EXPECT: equal or refused or said: traced as if
// INPUT: torch::randn({4, 3}), c10::optional<double>(c10::nullopt)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, c10::optional<double> v = 0.5) {
    return x + v.has_value() * 100;
  }
};
