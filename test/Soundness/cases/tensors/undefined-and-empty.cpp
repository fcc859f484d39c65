// AIM: Undefined tensors, empty tensors and their tests.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor none, empty = torch::empty({0, 3});
    torch::Tensor best = x;
    for (int i = 0; i < 2; ++i) {
      if (!none.defined())
        none = x + 1;
      else
        none = none * 2;
    }
    best = torch::Tensor();
    auto all = torch::cat({empty, none});
    return all + (best.defined() ? 1 : 2) + empty.numel();
  }
};
