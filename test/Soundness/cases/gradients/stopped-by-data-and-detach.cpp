// AIM: detach, data, detach_ and no_grad each stop a gradient where they stand.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight;
  Net() { weight = register_parameter("weight", torch::ones({3})); }
  torch::Tensor forward(torch::Tensor x) {
    auto w = weight * 2;
    auto a = w.detach() * x, b = w.data() + x;
    auto c = weight * 3;
    c.detach_();
    torch::Tensor d;
    {
      torch::NoGradGuard guard;
      d = weight * x;
    }
    return a + b + c + d + w;
  }
};
