// AIM: An unordered_map of weights is walked in an order that only the library knows.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <unordered_map>

struct Net : torch::nn::Module {
  std::unordered_map<std::string, double> gains{{"query", 2}, {"key", 3}, {"value", 5}, {"out", 7}};
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& [name, gain] : gains)
      x = x * 0.5 + gain;
    return x;
  }
};
