// AIM: A view of the data() of a parameter has no gradient.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, c;
  Net() {
    a = register_parameter("a", torch::randn({3, 3}));
    c = a.data().view({9}).narrow(0, 0, 3);
  }
  torch::Tensor forward(torch::Tensor x) { return x.mm(a) + c; }
};
