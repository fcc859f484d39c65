// AIM: A member keeps the input itself, which its caller may change.
// EXPECT: refused: may share memory
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor previous = torch::zeros({2, 3});
  torch::Tensor forward(torch::Tensor x) {
    auto difference = x - previous;
    previous = x;
    return difference;
  }
};
