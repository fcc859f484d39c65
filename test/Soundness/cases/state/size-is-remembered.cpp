// AIM: The size of the input before is read in the next call.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t last = 1;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * last;
    last = x.size(0);
    return y;
  }
};
