// AIM: stoi, stod and getline read a model's description from text.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <sstream>

struct Net : torch::nn::Module {
  torch::nn::Sequential body;
  explicit Net(const std::string& plan = "3,5,2") {
    std::istringstream text(plan);
    std::string field;
    std::vector<int> widths;
    while (std::getline(text, field, ','))
      widths.push_back(std::stoi(field));
    for (size_t i = 1; i < widths.size(); ++i)
      body->push_back(torch::nn::Linear(widths[i - 1], widths[i]));
    register_module("body", body);
  }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x) * std::stod("1.5e1x"); }
};
