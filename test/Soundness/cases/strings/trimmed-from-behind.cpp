// AIM: Texts are trimmed and split where algorithms find something from behind.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

#include <algorithm>
#include <cctype>

static std::string trim(std::string s) {
  const auto solid = [](int c) { return !std::isspace(c); };
  s.erase(s.begin(), std::find_if(s.begin(), s.end(), solid));
  s.erase(std::find_if(s.rbegin(), s.rend(), solid).base(), s.end());
  return s;
}

static std::string base_name(const std::string& path) {
  const auto slash = std::find(path.rbegin(), path.rend(), '/');
  return std::string(slash.base(), path.end());
}

struct Net : torch::nn::Module {
  std::map<std::string, torch::nn::Linear> layers;
  Net() {
    std::map<std::string, int> widths;
    for (const char* line : {"  4 ", "3\t\n", " 5"})
      widths["fc" + trim(line)] = std::stoi(trim(line));
    for (const auto& [name, width] : widths)
      layers.emplace(name, register_module(base_name("a/b/" + name), torch::nn::Linear(3, width)));
  }
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> v{1, 5, 2, 5};
    const auto last = std::find(v.rbegin(), v.rend(), 5);
    const auto most = std::max_element(v.crbegin(), v.crend());
    auto y = torch::cat(
        {layers.at("fc4")->forward(x), layers.at("fc3")->forward(x), layers.at("fc5")->forward(x)},
        1);
    return y + (int)(last.base() - v.begin()) + (int)(most - v.crbegin()) * 10 +
           (int)std::distance(last, v.rend()) * 100 + (int)trim(" \t ").size();
  }
};
