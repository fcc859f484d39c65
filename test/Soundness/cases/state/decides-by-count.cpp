// AIM: A count of calls that decides is refused.
// EXPECT: refused: the condition of this 'if'
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 0;
  torch::Tensor forward(torch::Tensor x) {
    if (++calls > 2) return x * 2;
    return x;
  }
};
