// AIM: A static that begins with the input is refused.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static torch::Tensor first = x.detach().clone();
    first = first * 0.5;
    return x * first;
  }
};
