// AIM: A comparison function that counts its calls has an effect that depends on the algorithm.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int> order{3, 1, 2, 5, 4};
    int compared = 0;
    std::sort(order.begin(), order.end(), [&](int a, int b) {
      ++compared;
      return a > b;
    });
    return x * order.front() + compared;
  }
};
