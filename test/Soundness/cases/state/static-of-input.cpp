// AIM: A static local made of the input keeps the first call's values.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static const torch::Tensor first = x.clone();
    return x - first;
  }
};
