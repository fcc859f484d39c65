// AIM: split_with_sizes gives views; zero_ of one leaves the others.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto whole = x * 2;
    auto parts = whole.split_with_sizes({1, 2}, 1);
    parts.front().zero_();
    return whole + parts.back().sum();
  }
};
