// AIM: contiguous() of a contiguous tensor is that tensor; to() of the same dtype, too.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = x.clone();
    auto b = a.contiguous();
    auto c = a.to(torch::kFloat);
    b.add_(1);
    c.mul_(2);
    auto d = a.to(torch::kDouble);
    d.zero_();
    return a;
  }
};
