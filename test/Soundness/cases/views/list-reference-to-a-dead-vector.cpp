// AIM: A member that refers to a vector of the constructor refers to nothing in forward.
// EXPECT: refused: lifetime
// INPUT: torch::randn({2, 2})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::IntArrayRef n;
  Net() {
    std::vector<int64_t> v = {2, 2};
    n = v;
  }
  torch::Tensor forward(torch::Tensor x) { return x.view(n); }
};
