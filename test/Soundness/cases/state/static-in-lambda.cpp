// AIM: A static local inside a lambda is one variable for all copies of the closure and all calls.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto next = [] {
      static double value = 0;
      return value += 1;
    };
    auto copy = next;
    return x * next() + copy();
  }
};
