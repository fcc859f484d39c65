// AIM: Resizing data() leaves the parameter its shape.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, c;
  Net() {
    a = register_parameter("a", torch::randn({3}));
    auto d = a.data();
    d.resize_({1});
    c = torch::ones({a.size(0)});
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + c; }
};
