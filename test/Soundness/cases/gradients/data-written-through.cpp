// AIM: What is written through data() is in the parameter.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor a, c;
  Net() {
    a = register_parameter("a", torch::randn({3}));
    c = register_parameter("c", torch::zeros({3}));
    a.data().fill_(2);
    a.data().mul_(3).add_(1);
    a.data()[0] = 5;
    a.data().narrow(0, 1, 1).zero_();
    c.data().copy_(a.data());
    for (auto& p : parameters())
      p.data() *= 2;
  }
  torch::Tensor forward(torch::Tensor x) { return x * a + c; }
};
