// AIM: A guard on the heap ends where its owner lets go of it.
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
  torch::Tensor forward(torch::Tensor x) {
    auto guard = std::make_unique<torch::NoGradGuard>();
    auto y = first(x);
    guard.reset();
    auto z = second(x);
    guard = std::make_unique<torch::NoGradGuard>();
    return y + z + first(z);
  }
};
