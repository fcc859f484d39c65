// AIM: contiguous() and float() of the input may be the input: what is written is seen outside.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = x.contiguous();
    a.add_(1);
    return a.to(torch::kFloat).mul_(2);
  }
};
