// AIM: reshape gives a view where the strides permit it, and a copy where they do not.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto view = y.reshape({12});
    view[0] = 50;
    auto copy = y.t().reshape({12});
    copy[1] = 70;
    auto same = y.contiguous();
    same[3] = 5;
    auto other = y.t().contiguous();
    other[0][0] = 90;
    return y + copy.sum() + other.sum();
  }
};
