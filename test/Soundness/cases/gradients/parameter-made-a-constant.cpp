// AIM: register_parameter without gradient, and requires_grad_ on one by name.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, b;
  Net() {
    a = register_parameter("a", torch::ones({3}), /*requires_grad=*/false);
    b = register_parameter("b", torch::ones({3}));
    named_parameters()["b"].requires_grad_(false);
    a.requires_grad_(true);
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + b; }
};
