// AIM: A count is a size of what forward makes.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t count = 1;
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::ones({count, 3}).sum(0);
    ++count;
    return x * y;
  }
};
