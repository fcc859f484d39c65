// AIM: auto in a range-for copies the element; auto& refers to it, also through a binding.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<std::string, std::vector<int>> plan{{"a", {1, 2}}, {"b", {3}}};
    for (auto [name, widths] : plan)
      widths.push_back(100);
    for (auto& [name, widths] : plan)
      widths.push_back(name == "a" ? 7 : 8);
    for (auto&& item : plan)
      item.second[0] *= 10;
    double code = 0;
    for (const auto& [name, widths] : plan)
      for (int width : widths)
        code = code * 3 + width;
    return x + code;
  }
};
