// AIM: A static table that does not depend on the call is made once.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static const torch::Tensor table = torch::arange(3).to(torch::kFloat);
    static const std::vector<double> weights = [] {
      std::vector<double> w;
      for (int i = 0; i < 3; ++i)
        w.push_back(1.0 / (i + 1));
      return w;
    }();
    return x * table * weights[1] + int64_t(weights.size());
  }
};
