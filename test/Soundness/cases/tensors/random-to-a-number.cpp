// AIM: random_(n) draws below n.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor b;
  Net() { b = register_buffer("b", torch::empty({3}, torch::kLong).random_(50)); }
  torch::Tensor forward(torch::Tensor x) {
    return x + b + torch::empty({3}).random_(7) + torch::empty({3}).random_(x.size(0) * 5) +
           torch::empty({3}).random_(2, 9);
  }
};
