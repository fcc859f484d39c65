// AIM: The parts of a chunk are views: in-place writes reach the whole.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto whole = x.clone();
    auto parts = whole.chunk(2, 0);
    parts[0].add_(1);
    parts[1] *= 3;
    return whole;
  }
};
