// AIM: A static of forward counts the calls.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static int calls = 2;
    ++calls;
    return x * calls;
  }
};
