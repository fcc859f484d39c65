// AIM: A remainder of the count of calls is an exponent.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int calls = 5;
  torch::Tensor forward(torch::Tensor x) {
    int phase = calls % 4;
    calls += 3;
    return x * (phase + 1) + calls / 2;
  }
};
