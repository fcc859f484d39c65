// AIM: A round trip through half precision loses digits.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = x.to(torch::kHalf).to(torch::kFloat);
    auto b = (x * 100).to(torch::kBFloat16).to(torch::kFloat);
    auto i = (x * 3).to(torch::kInt).to(torch::kFloat);
    return h + b + i;
  }
};
