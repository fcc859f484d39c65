// AIM: A member keeps a copy of the input for the next call.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor previous = torch::zeros({2, 3});
  torch::Tensor forward(torch::Tensor x) {
    auto difference = x - previous;
    previous = x.clone();
    return difference;
  }
};
