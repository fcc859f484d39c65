// AIM: Two members begin with one tensor, and forward replaces one of them.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor now = torch::ones({3});
  torch::Tensor first;
  Net() { first = now; }
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * now + first;
    now = now * 0.5;
    return y;
  }
};
