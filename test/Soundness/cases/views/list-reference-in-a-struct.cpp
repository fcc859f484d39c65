// AIM: A list reference in a struct that is copied sees later changes of the list.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct S {
  torch::IntArrayRef n;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> v = {2, 8};
    S s{v};
    S t = s;
    v[0] = 4;
    v[1] = 4;
    return x.view(t.n);
  }
};
