// AIM: An optional list reference sees later changes of the list.
// EXPECT: equal
// INPUT: torch::randn({3, 4})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> v = {0};
    c10::optional<torch::IntArrayRef> n = torch::IntArrayRef(v);
    v[0] = 1;
    return x.sum(*n);
  }
};
