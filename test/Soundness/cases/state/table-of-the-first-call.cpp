// AIM: A static that is filled from the first call's input keeps that call's values.
// EXPECT: refused or said
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Kept {
  std::map<std::string, std::vector<torch::Tensor>> values;
  explicit Kept(const torch::Tensor& x) {
    for (int i = 1; i < 3; ++i)
      values["all"].push_back(x * i);
  }
};

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static const Kept kept(x);
    return x + kept.values.at("all")[1];
  }
};
