// AIM: Evaluation reads what training counts, and resets it.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int steps = 4;
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) {
      steps += 2;
      return x * steps;
    }
    auto y = x + steps;
    steps = 1;
    return y;
  }
};
