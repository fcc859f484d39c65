// AIM: index with integers is a view, with a tensor a copy.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    using torch::indexing::Slice;
    auto y = x.clone(), z = x.clone();
    y.index({Slice(), 0}).add_(10);
    z.index({Slice(), torch::tensor({0})}).add_(10);
    return y - z;
  }
};
