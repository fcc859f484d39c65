// AIM: A static table starts with constants, and each call adds to it.
// EXPECT: refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static std::vector<int> seen = {1, 2};
    seen.push_back(3);
    return x * static_cast<double>(seen.size());
  }
};
