// AIM: A vector with room that is assigned keeps its elements' places; swap exchanges them.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> v{1, 2, 3}, w{7, 8};
    int& r = v[0];
    v = w;
    int first = r;
    std::vector<int> big{4, 5, 6};
    int& q = big[1];
    v.swap(big);
    q = 50;
    return x + first + v[1] + big[0] * 100;
  }
};
