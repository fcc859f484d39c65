// AIM: Tables that are static in forward have the same contents in each call and in both modes.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Settings {
  std::string name;
  double factor;
  std::vector<int> steps;
};

struct Net : torch::nn::Module {
  static double factor(const std::string& name) {
    static const std::map<std::string, double> table = {{"a", 2.0}, {"b", 3.0}};
    return table.at(name);
  }
  torch::Tensor forward(torch::Tensor x) {
    static const std::unordered_map<std::string, std::function<torch::Tensor(torch::Tensor)>> acts =
        {{"tanh", [](torch::Tensor t) { return t.tanh(); }},
         {"relu", [](torch::Tensor t) { return t.relu(); }}};
    static const Settings settings{"b", 0.5, {4, 5}};
    static const std::string names[] = {"a", "b"};
    static std::vector<std::vector<int>> shifts{{1}, {2, 3}};
    for (const auto& name : names)
      x = x * factor(name);
    for (const auto& row : shifts)
      for (const int shift : row)
        x = x + shift;
    x = acts.at(is_training() ? "tanh" : "relu")(x);
    return x * settings.factor + settings.steps[1] + factor(settings.name);
  }
};
