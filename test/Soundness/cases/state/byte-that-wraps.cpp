// AIM: A count in a byte wraps round between calls.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  unsigned char phase = 250;
  signed char other = 120;
  uint16_t third = 65530;
  torch::Tensor forward(torch::Tensor x) {
    phase += 5;
    other += 5;
    third *= 3;
    return x * phase + other + third;
  }
};
