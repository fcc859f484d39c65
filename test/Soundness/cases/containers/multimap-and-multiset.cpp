// AIM: A multimap keeps equal keys in the order of their insertion; equal_range finds them all.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>
#include <set>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::multimap<std::string, int> steps{{"b", 1}, {"a", 2}, {"b", 3}};
    steps.emplace("a", 4);
    auto [from, to] = steps.equal_range("a");
    for (auto it = from; it != to; ++it)
      x = x * 2 + it->second;
    for (const auto& step : steps)
      x = x * 3 + step.second;
    std::multiset<int> all{3, 1, 3};
    return x + double(all.count(3)) + double(steps.size());
  }
};
