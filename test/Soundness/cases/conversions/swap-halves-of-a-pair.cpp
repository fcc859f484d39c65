// AIM: A pair is converted member by member when it is assigned to a pair of other types.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static std::pair<double, double> range() { return {1.75, -1.75}; }
  torch::Tensor forward(torch::Tensor x) {
    std::pair<int, long> cut;
    cut = range();
    std::pair<float, bool> other(range());
    return x * cut.first + cut.second * 10 + other.first + other.second * 100;
  }
};
