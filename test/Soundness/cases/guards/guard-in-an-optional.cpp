// AIM: A guard in an optional begins with emplace and ends with reset.
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
  std::tuple<torch::Tensor, torch::Tensor, torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    std::optional<torch::AutoGradMode> guard;
    auto y = first(x);
    guard.emplace(false);
    auto z = second(y);
    guard.reset();
    auto w = second(x);
    guard.emplace(false);
    return std::make_tuple(y, z, w, first(w));
  }
};
