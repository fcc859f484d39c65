// AIM: A count of 64 bits is narrowed to 16.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t total = 65000;
  torch::Tensor forward(torch::Tensor x) {
    total += 700;
    return x * static_cast<int16_t>(total) + static_cast<uint16_t>(total * 3);
  }
};
