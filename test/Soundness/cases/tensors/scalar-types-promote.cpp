// AIM: A scalar does not change a tensor's dtype within its category; a float scalar does an int's.
// EXPECT: equal
// INPUT: torch::randn({2})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<torch::Tensor> forward(torch::Tensor x) {
    auto counts = torch::arange(2);
    auto half = x.to(torch::kHalf);
    return {counts + 1, counts + 1.5, half * 2.0, counts / 2, counts * true, x > 0, counts == 1.0};
  }
};
