// AIM: Two tensors change places in each call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a = torch::zeros({3}), b = torch::ones({3});
  torch::Tensor forward(torch::Tensor x) {
    std::swap(a, b);
    a = a + 1;
    return x * a + b;
  }
};
