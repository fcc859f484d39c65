// AIM: a = b = t makes two names of one tensor.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::Tensor a, b;
    a = b = x + 1;
    a += 1;
    b = b * 2;
    return a + b;
  }
};
