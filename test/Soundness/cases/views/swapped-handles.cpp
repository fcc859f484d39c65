// AIM: std::swap exchanges handles, not numbers; views keep to their tensors.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = x + 1, b = x * 2;
    auto row = a[0];
    std::swap(a, b);
    row.zero_();
    a.add_(5);
    return a - b;
  }
};
