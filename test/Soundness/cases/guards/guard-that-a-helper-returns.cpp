// AIM: A guard that a function makes lives where its caller keeps it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <memory>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  static std::unique_ptr<torch::NoGradGuard> frozen(bool really) {
    return really ? std::make_unique<torch::NoGradGuard>() : nullptr;
  }
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor y;
    {
      auto guard = frozen(true);
      y = first(x);
      auto none = frozen(false);
      y = y + second(x);
    }
    frozen(true);
    return y + second(x);
  }
};
