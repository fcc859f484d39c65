// AIM: A map ordered by a user's comparator takes keys that compare equal for one key.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct ByLength {
  bool operator()(const std::string& a, const std::string& b) const { return a.size() < b.size(); }
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<std::string, int, ByLength> gains{{"long", 4}, {"a", 1}};
    gains["same"] += 10;
    gains.insert({"b", 99});
    for (const auto& gain : gains)
      x = x * 2 + gain.second;
    return x + double(gains.size());
  }
};
