// AIM: A guard that is a default argument lasts as long as the call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

inline torch::Tensor run(torch::nn::Linear l, torch::Tensor x,
                         const torch::AutoGradMode& m = torch::AutoGradMode(false)) {
  return l(x);
}
struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  Net() {
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) {
    auto y = run(first, x);
    return y + second(x);
  }
};
