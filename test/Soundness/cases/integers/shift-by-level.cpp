// AIM: Shifts promote to int: a byte that is shifted left keeps the bits that leave it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    uint8_t level = 200;
    int wide = level << 4;
    uint8_t narrow = level << 4;
    level <<= 1;
    uint16_t mask = ~level;
    int64_t far = 1LL << 40;
    return x * wide + narrow + level * 10 + mask + static_cast<double>(far >> 38) + (-5 >> 1);
  }
};
