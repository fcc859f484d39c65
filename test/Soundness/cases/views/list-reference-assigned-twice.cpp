// AIM: Assigning to a list reference leaves the list that it referred to alone.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> v = {2, 8};
    std::vector<int64_t> w = {4, 4};
    torch::IntArrayRef n = v;
    n = w;
    return x.view(v);
  }
};
