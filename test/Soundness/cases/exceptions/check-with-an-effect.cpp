// AIM: The condition of TORCH_CHECK is evaluated, with what it changes.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int budget = 3;
    TORCH_CHECK(--budget > 0, "spent");
    TORCH_CHECK(x.dim() == 2 && (budget *= 5) > 0, "not a matrix");
    return x * budget;
  }
};
