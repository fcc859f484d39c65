// AIM: A bitset counts, shifts and flips its bits.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <bitset>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::bitset<6> mask("101100");
    mask.flip(0);
    auto shifted = (mask << 2) | std::bitset<6>(3);
    double code = mask.count() + 10.0 * shifted.to_ulong() + 1000 * mask.test(5);
    return x + code + (shifted[1] ? 1e4 : 0);
  }
};
