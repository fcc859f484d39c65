// AIM: Parameters, buffers and children registered in another order than members stand in.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, b, c;
  Net() {
    c = register_buffer("c", torch::arange(3).to(torch::kFloat));
    a = register_parameter("a", torch::ones({3}), false);
    b = register_parameter("b", torch::zeros({3}));
  }
  torch::Tensor forward(torch::Tensor x) {
    int n = 0;
    for (auto& p : parameters())
      n += p.requires_grad() ? 1 : 10;
    for (auto& p : named_buffers())
      n += p.key() == "c" ? 100 : 1000;
    return (x + c) * a + b + n;
  }
};
