// AIM: A list reference that a constructor assigns sees changes of the member behind it.
// EXPECT: equal
// INPUT: torch::randn({4, 4})
#include <torch/torch.h>

struct S {
  torch::IntArrayRef n;
};
struct Net : torch::nn::Module {
  S s;
  std::vector<int64_t> v = {2, 8};
  Net() {
    s.n = v;
    v[0] = 4;
    v[1] = 4;
  }
  torch::Tensor forward(torch::Tensor x) { return x.view(s.n); }
};
