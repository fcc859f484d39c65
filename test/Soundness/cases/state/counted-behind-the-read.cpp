// AIM: A counter is read before it is raised, and after.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 3;
  torch::Tensor forward(torch::Tensor x) {
    auto y = x + calls++;
    y = y * calls;
    calls += 2;
    return y - calls;
  }
};
