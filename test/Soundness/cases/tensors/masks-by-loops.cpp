// AIM: A causal mask and a table built by loops over known sizes.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <cmath>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto mask = torch::ones({4, 4});
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j)
        mask[i][j] = 0;
    std::vector<std::vector<float>> rows;
    std::vector<float> flat;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 3; ++j)
        flat.push_back(i % 2 ? std::sin(j) : std::cos(j));
    auto table = torch::tensor(flat).view({4, 3});
    return mask.matmul(x) + table;
  }
};
