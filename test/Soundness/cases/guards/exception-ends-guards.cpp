// AIM: An exception ends the guards between throw and catch.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <stdexcept>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    try {
      torch::NoGradGuard no_grad;
      y = first(x);
      torch::AutoGradMode on(true);
      y = y + second(x);
      throw std::runtime_error("out");
    } catch (const std::exception&) {
      y = y + second(y);
    }
    return y;
  }
};
