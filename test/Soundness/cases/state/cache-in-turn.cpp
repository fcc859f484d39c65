// AIM: Two tables that change places in each call are no cache.
// EXPECT: equal or refused
// ARGS: --input=x=2x4
// INPUT: torch::randn({2, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> tables;
  torch::Tensor forward(torch::Tensor x) {
    if (tables.empty()) tables = {torch::ones({4}), torch::arange(4).to(torch::kFloat)};
    auto y = x * tables[0];
    std::swap(tables[0], tables[1]);
    return y;
  }
};
