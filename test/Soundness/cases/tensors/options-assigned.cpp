// AIM: Tensor options that are assigned are the new ones, and what is read of them is what they are.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto options = torch::TensorOptions().dtype(torch::kDouble);
    torch::TensorOptions kept;
    kept = options;
    options = options.dtype(torch::kInt);
    auto learned = kept.requires_grad(true);
    x = x + torch::full({3}, 2.9, options) + torch::full({3}, 2.9, kept);
    if (learned.requires_grad() && !kept.requires_grad()) x = x * 2;
    return x;
  }
};
