// AIM: A member that is assigned what it had itself keeps what calls before have added.
// EXPECT: refused: a later call reads it
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  std::vector<int> counts{2};
  torch::Tensor forward(torch::Tensor x) {
    auto& same = counts;
    counts = same;
    counts.push_back(5);
    return x * static_cast<double>(counts.size());
  }
};
