// AIM: __int128 products do not wrap at 64 bits.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    __int128 a = 1;
    for (int i = 0; i < 40; ++i)
      a *= 5;
    return x + static_cast<double>(static_cast<int64_t>(a >> 60));
  }
};
