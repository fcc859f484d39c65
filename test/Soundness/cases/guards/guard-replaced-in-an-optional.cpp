// AIM: A second emplace ends the first guard before the next begins.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <optional>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    std::optional<torch::AutoGradMode> guard;
    guard.emplace(false);
    auto y = first(x);
    guard.emplace(true);
    auto z = second(x);
    guard = std::nullopt;
    return y + z * first(x);
  }
};
