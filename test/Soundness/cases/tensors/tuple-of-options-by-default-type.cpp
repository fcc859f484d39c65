// AIM: A tensor option that is built step by step keeps what was set before it was copied.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto base = torch::TensorOptions().dtype(torch::kDouble);
    auto learned = base.requires_grad(true);
    base = base.dtype(torch::kInt);
    auto a = torch::ones({3}, learned).detach();
    auto b = torch::full({3}, 2.9, base);
    return x + a + b;
  }
};
