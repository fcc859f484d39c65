// AIM: operator[], insert, emplace and copies of maps hold values of their own.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Part {
  int n = 0;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Part p{1};
    std::map<std::string, Part> m;
    m["a"] = p;
    p.n = 2;
    m.insert({"b", p});
    m.emplace("c", p);
    auto copy = m;
    m["a"].n += 10;
    auto [it, fresh] = m.try_emplace("a", Part{99});
    it->second.n += fresh ? 1000 : 100;
    m.insert_or_assign("b", Part{7});
    for (auto entry : m)
      entry.second.n = 0;
    for (auto& entry : copy)
      entry.second.n *= 2;
    int sum = 0;
    for (auto& [k, v] : m)
      sum = sum * 10 + v.n;
    for (auto& [k, v] : copy)
      sum = sum * 10 + v.n;
    return x + sum;
  }
};
