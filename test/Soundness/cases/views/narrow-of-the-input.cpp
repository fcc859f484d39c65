// AIM: A write through a view of an input changes the caller's tensor.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static void clear_padding(torch::Tensor x) { x.narrow(0, 3, 1).zero_(); }
  torch::Tensor forward(torch::Tensor x) {
    clear_padding(x);
    return x.sum(1);
  }
};
