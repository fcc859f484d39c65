// AIM: data() of a parameter has its memory, and no gradient flows through it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, c;
  Net() {
    a = register_parameter("a", torch::randn({3}));
    c = a.data();
  }
  torch::Tensor forward(torch::Tensor x) {
    {
      torch::NoGradGuard guard;
      a.mul_(0.5);
    }
    return x * a + c;
  }
};
