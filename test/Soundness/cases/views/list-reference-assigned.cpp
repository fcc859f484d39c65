// AIM: A list reference that is assigned sees later changes of the list.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> v = {2, 8};
    torch::IntArrayRef n;
    n = v;
    v[0] = 4;
    v[1] = 4;
    return x.view(n);
  }
};
