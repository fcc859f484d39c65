// AIM: A state that has another shape after each call is no buffer.
// EXPECT: refused: a later call reads it
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor seen = torch::zeros({1, 3});
  torch::Tensor forward(torch::Tensor x) {
    seen = torch::cat({seen, x}, 0);
    return seen.sum(0);
  }
};
