// AIM: A list in braces that a vector has no room for takes new memory: what referred to it is over.
// EXPECT: refused: lifetime
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> v{x, x + 1};
    torch::Tensor& first = v[0];
    v = {x, x, x};
    return first;
  }
};
