// AIM: A long string, a map and a std::function are empty after they were moved from.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <functional>
#include <map>

struct Recipe {
  std::map<std::string, double> gains{{"a", 2}, {"b", 3}};
  std::function<double(double)> curve = [](double t) { return t * t; };
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Recipe recipe;
    auto gains = std::move(recipe.gains);
    auto curve = std::move(recipe.curve);
    recipe.gains["c"] = 5;
    double left = double(recipe.gains.size()) * 100 + (recipe.curve ? 10 : 20);
    return x * curve(gains["b"]) + left;
  }
};
