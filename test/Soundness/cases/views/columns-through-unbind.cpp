// AIM: The elements of unbind, split and chunk are views of one tensor.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 1;
    for (auto& column : y.unbind(1))
      column.add_(1);
    auto halves = y.chunk(2, 1);
    halves[0].zero_();
    auto thirds = torch::split(y, 2, 1);
    thirds[2].mul_(thirds[1]);
    return y;
  }
};
