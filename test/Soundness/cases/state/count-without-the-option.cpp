// AIM: A count of calls is refused, and the message names the option.
// EXPECT: refused: --state=buffers keeps the member 'calls'
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 0;
  torch::Tensor forward(torch::Tensor x) { return x * ++calls; }
};
