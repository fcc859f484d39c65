// AIM: Strings compare by unsigned characters and length, not by number.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  std::map<std::string, double> order{{"b10", 1}, {"b9", 2}, {"B", 3}, {"", 4}, {"b", 5}};
  torch::Tensor forward(torch::Tensor x) {
    for (const auto& item : order)
      x = x * 0.5 + item.second;
    std::string a = "abc", b = "abd";
    return x + (a < b) * 10 + (a.compare("ab") > 0) * 100 + (a == std::string("abc")) * 1000;
  }
};
