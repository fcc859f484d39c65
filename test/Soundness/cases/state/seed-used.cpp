// AIM: The count of calls is a seed.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t n = 3;
  torch::Tensor forward(torch::Tensor x) {
    torch::manual_seed(n);
    n += 1;
    return x + torch::rand({3});
  }
};
