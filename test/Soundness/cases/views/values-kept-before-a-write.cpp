// AIM: A scalar read by item() or a copy made before a write keeps the old value.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto view = y[0];
    auto copy = y[0].clone();
    auto sum = y.sum();
    y.zero_();
    return copy + view + sum + y;
  }
};
