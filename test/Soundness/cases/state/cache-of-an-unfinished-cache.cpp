// AIM: A second table is made of the first before that is written to once more.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor t, s;
  torch::Tensor forward(torch::Tensor x) {
    if (!t.defined()) {
      t = torch::zeros({3});
      s = t + 1;
      t.add_(1);
    }
    return x + t * s;
  }
};
