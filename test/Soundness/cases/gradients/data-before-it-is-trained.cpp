// AIM: data() is a tensor of its own: requires_grad_ of the other is not seen by it.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, c;
  Net() {
    auto t = torch::randn({3});
    c = t.data();
    t.requires_grad_(true);
    a = register_parameter("a", t);
  }
  torch::Tensor forward(torch::Tensor x) { return x * a * c; }
};
