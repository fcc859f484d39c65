// AIM: lower_bound, upper_bound and binary_search find places in a sorted table.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  std::vector<double> limits{1, 2, 2, 2, 5};
  torch::Tensor forward(torch::Tensor x) {
    auto low = std::lower_bound(limits.begin(), limits.end(), 2) - limits.begin();
    auto high = std::upper_bound(limits.begin(), limits.end(), 2) - limits.begin();
    auto found = std::binary_search(limits.begin(), limits.end(), 3);
    auto largest = std::max_element(limits.begin() + 1, limits.begin() + 4) - limits.begin();
    return x + low + 10 * high + 100 * found + 1000 * largest;
  }
};
