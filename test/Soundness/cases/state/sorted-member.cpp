// AIM: forward sorts a member and reads its first.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>

struct Net : torch::nn::Module {
  std::vector<int> order{3, 1, 2};
  torch::Tensor forward(torch::Tensor x) {
    int first = order.front();
    std::sort(order.begin(), order.end());
    return x * first + order.front();
  }
};
