// AIM: A vector of numbers is changed by position.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<int64_t> counts = {1, 2, 3};
  torch::Tensor forward(torch::Tensor x) {
    counts[1] += counts[0];
    std::rotate(counts.begin(), counts.begin() + 1, counts.end());
    return x * counts[0] + counts[1] - counts[2];
  }
};
