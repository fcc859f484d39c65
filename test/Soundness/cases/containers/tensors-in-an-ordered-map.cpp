// AIM: Intermediate results kept by name and written in place.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<std::string, torch::Tensor> kept;
    kept["b"] = x + 1;
    kept["a"] = kept["b"] * 2;
    kept["b"].add_(1);
    auto alias = kept.at("a");
    kept["a"] = kept["a"] + 1;
    alias.mul_(3);
    torch::Tensor out = alias;
    for (auto& [name, tensor] : kept)
      out = out * 2 + tensor;
    return out + (kept.find("c") == kept.end() ? 1 : 2);
  }
};
