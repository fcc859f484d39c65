// AIM: Two members hold one tensor after a call, and the next one writes to it.
// EXPECT: refused: something else has the same tensor
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a = torch::zeros({3}), b = torch::ones({3});
  torch::Tensor forward(torch::Tensor x) {
    a.add_(1);
    auto y = x * a + b;
    b = a = a * 2;
    return y;
  }
};
