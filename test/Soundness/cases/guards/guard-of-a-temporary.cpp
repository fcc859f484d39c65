// AIM: A guard that no variable names ends with its statement.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::NoGradGuard();
    auto y = first(x);
    auto z = (torch::NoGradGuard(), second(x));
    return y + z;
  }
};
