// AIM: resize_ keeps the elements that are there; a view of the old shape still sees them.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto head = y.narrow(0, 0, 1);
    y.resize_({2, 3});
    head.fill_(4);
    return y;
  }
};
