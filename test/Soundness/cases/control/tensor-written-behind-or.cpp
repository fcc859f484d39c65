// AIM: A tensor is changed in the right side of ||, which runs when the left side does not hold.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static bool shift(torch::Tensor& x) {
    x.add_(10);
    return true;
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    bool done = x.size(0) > 100 || shift(y);
    (void)done;
    return y;
  }
};
