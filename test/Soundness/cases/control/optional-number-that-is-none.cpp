// AIM: An optional number may be none: forward tests it, and takes another for it.
// EXPECT: equal or refused or said: traced as if
// INPUT: torch::randn({4, 3}), c10::optional<int64_t>(c10::nullopt), c10::optional<double>(c10::nullopt)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, c10::optional<int64_t> n, c10::optional<double> v) {
    if (n) x = x + *n;
    return x * v.value_or(7);
  }
};
