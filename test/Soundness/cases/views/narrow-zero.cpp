// AIM: narrow(...).zero_() writes into the tensor that it is a part of.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x + 0;
    y.narrow(1, 1, 2).zero_();
    y.narrow(0, 0, 1).fill_(4);
    return y;
  }
};
