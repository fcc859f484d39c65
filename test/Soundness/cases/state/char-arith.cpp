// AIM: Characters count, and wrap round.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  char c = 'a';
  signed char d = -100;
  torch::Tensor forward(torch::Tensor x) {
    c += 20;
    d -= 20;
    d *= 2;
    return x * c + d;
  }
};
