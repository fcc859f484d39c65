// AIM: A static that begins with another number is refused.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 1;
  torch::Tensor forward(torch::Tensor x) {
    ++calls;
    static int start = calls;
    start += 1;
    return x * start;
  }
};
