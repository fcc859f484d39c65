// AIM: A number of 64 bits is cut to int and short.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t h = 1;
  torch::Tensor forward(torch::Tensor x) {
    h = h * 100003 + 7;
    int low = static_cast<int>(h);
    short lower = static_cast<short>(low);
    return x * static_cast<double>(low) / 1e9 + lower;
  }
};
