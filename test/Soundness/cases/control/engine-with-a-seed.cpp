// AIM: std::mt19937 with a seed, distributions and shuffle.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <algorithm>
#include <random>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::mt19937 engine(42);
    std::vector<int> order{0, 1, 2, 3};
    std::shuffle(order.begin(), order.end(), engine);
    int draw = static_cast<int>(engine() % 10);
    return x + order[0] * 10 + order[3] + draw;
  }
};
