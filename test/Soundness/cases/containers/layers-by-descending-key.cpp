// AIM: A map with std::greater goes from the largest key to the smallest.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <map>

struct Net : torch::nn::Module {
  std::map<int, torch::nn::Linear, std::greater<int>> by_level;
  Net() {
    for (int level : {2, 9, 4})
      by_level.emplace(level, torch::nn::Linear(3, 3));
    for (auto& [level, layer] : by_level)
      register_module("level" + std::to_string(level), layer);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& [level, layer] : by_level)
      x = layer(x) + level;
    return x;
  }
};
