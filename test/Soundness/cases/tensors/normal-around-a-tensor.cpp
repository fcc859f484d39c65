// AIM: Normal numbers with tensors as means and deviations, which torch:: has no function for.
// EXPECT: equal
// INPUT: torch::rand({3, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return at::normal(x, 0.5) + at::normal(2.0, x) + at::normal(x, x) +
           torch::normal(1.0, 0.25, {3, 4});
  }
};
