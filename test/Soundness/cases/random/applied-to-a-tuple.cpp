// AIM: std::apply runs a lambda that writes what it has captured.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::apply([&](auto... k) { x = x + (0.1 * ... * k); }, std::make_tuple(1.0, 0.85));
    return x;
  }
};
