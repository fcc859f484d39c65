// AIM: copy_ between parts of one tensor that do not overlap shifts a window.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    y.slice(1, 0, 3).copy_(y.slice(1, 3, 6));
    y.slice(1, 3, 6, 2) = 0;
    y.slice(1, 3, 6, 2).fill_(4);
    auto rolled = torch::roll(y, 1, 1);
    rolled.select(1, 0).zero_();
    return y + rolled;
  }
};
