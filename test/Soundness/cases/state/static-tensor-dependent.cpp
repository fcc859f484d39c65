// AIM: A static tensor that is filled with a count is refused.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 1;
  torch::Tensor forward(torch::Tensor x) {
    ++calls;
    static torch::Tensor start = torch::full({3}, calls);
    start = start * 2.0;
    return x * start;
  }
};
