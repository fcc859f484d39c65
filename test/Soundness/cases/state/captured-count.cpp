// AIM: A lambda in a member has captured a counter by value.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::function<int()> next = [n = 0]() mutable { return ++n; };
  torch::Tensor forward(torch::Tensor x) { return x * next(); }
};
