// AIM: A member that each call empties, or assigns to, before it reads it keeps nothing.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <map>
#include <numeric>
#include <string>
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> features;
  std::vector<int> counts{7, 7};
  std::map<std::string, torch::Tensor> named;
  std::string text;
  torch::Tensor forward(torch::Tensor x) {
    features.clear();
    counts = {1, 2};
    named = {{"first", x}};
    text = "ab";
    for (int i = 0; i < 3; ++i) {
      features.push_back(x * i);
      counts.push_back(i + static_cast<int>(features.size()));
      text += "c";
    }
    named["second"] = features.back() + 1;
    auto y = named.at("first") + named.at("second") * static_cast<double>(text.size());
    for (const auto& feature : features)
      y = y + feature * std::accumulate(counts.begin(), counts.end(), 0);
    return y;
  }
};
