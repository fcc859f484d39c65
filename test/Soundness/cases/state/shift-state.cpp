// AIM: A generator of 32 bits shifts its state.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  uint32_t s = 2463534242u;
  torch::Tensor forward(torch::Tensor x) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return x * (s / 4294967296.0);
  }
};
