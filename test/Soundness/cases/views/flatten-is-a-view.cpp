// AIM: flatten of contiguous dimensions writes through.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    y.flatten().slice(0, 0, 12, 5).fill_(9);
    y.view_as(x.view({3, 4})).select(0, 2).neg_();
    return y;
  }
};
