// AIM: data() of a parameter, registered as a buffer, needs no gradient.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, c;
  Net() {
    a = register_parameter("a", torch::randn({3}));
    c = register_buffer("c", a.data());
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + c; }
};
