// AIM: A function that returns t.add_(1) as a reference returns the variable that it was given.
// EXPECT: equal
// INPUT: torch::randn({3, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static torch::Tensor& bumped(torch::Tensor& t) { return t.add_(1); }
  static torch::Tensor& twice(torch::Tensor& t) { return bumped(t).mul_(2); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 1, z = x * 2;
    auto& same = bumped(y);
    y = z * 3;
    const auto value = twice(z);
    bumped(z) = x - 7;
    auto lambda = [](torch::Tensor& t) -> torch::Tensor& { return t.relu_(); };
    auto& positive = lambda(y);
    y = y - 5;
    return same * 10 + z + value * 100 + positive * 1000;
  }
};
