// AIM: set_ makes a handle point to another tensor's storage; writes then reach that one.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto source = x.clone();
    auto y = torch::zeros({2});
    y.set_(source);
    y.mul_(2);
    return source + y;
  }
};
