// AIM: A list reference that is assigned a list in braces refers to nothing behind the statement.
// EXPECT: refused: lifetime
// INPUT: torch::randn({2, 2})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    torch::IntArrayRef n;
    n = {2, 2};
    return x.view(n);
  }
};
