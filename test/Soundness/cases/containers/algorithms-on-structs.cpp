// AIM: sort by a key, partition, unique, nth_element on structs.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>
#include <tuple>

struct Item {
  std::string name;
  int n;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<Item> v{{"c", 3}, {"a", 1}, {"b", 3}, {"d", 2}};
    std::sort(v.begin(), v.end(), [](const Item& l, const Item& r) {
      return std::tie(r.n, l.name) < std::tie(l.n, r.name);
    });
    std::string order;
    for (auto& i : v)
      order += i.name;
    auto mid = std::stable_partition(v.begin(), v.end(), [](const Item& i) { return i.n != 3; });
    order += mid->name;
    auto best = std::max_element(v.begin(), v.end(), [](auto& l, auto& r) { return l.n < r.n; });
    order += best->name;
    std::vector<int> u{1, 1, 2, 2, 1};
    u.erase(std::unique(u.begin(), u.end()), u.end());
    int code = 0;
    for (char c : order)
      code = code * 4 + (c - 'a');
    return x + code + static_cast<int>(u.size()) * 10000;
  }
};
