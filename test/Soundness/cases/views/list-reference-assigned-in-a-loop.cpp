// AIM: A list reference whose list is gone may be assigned another one.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::IntArrayRef sizes;
    for (int i = 1; i < 3; ++i) {
      std::vector<int64_t> made{2 * i, 8 / i};
      sizes = made;
      x = x.view(sizes);
    }
    return x;
  }
};
