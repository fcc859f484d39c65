// AIM: rotate, reverse, next_permutation and nth_element rearrange in place.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> v{1, 2, 3, 4, 5};
    auto first = std::rotate(v.begin(), v.begin() + 2, v.end());
    std::reverse(v.begin(), v.begin() + 3);
    std::next_permutation(v.begin(), v.end());
    double code = double(first - v.begin());
    for (int k : v)
      code = code * 10 + k;
    std::vector<int> w{9, 1, 8, 2, 7};
    std::nth_element(w.begin(), w.begin() + 2, w.end());
    return x + code + w[2];
  }
};
