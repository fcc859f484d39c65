// AIM: index with a mask or an index tensor gives a copy; index with a slice gives a view.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    using torch::indexing::Slice;
    auto y = x.clone();
    auto positive = y.index({y > 0});
    positive.zero_();
    auto picked = y.index({torch::tensor({0, 2})});
    picked.fill_(100);
    auto part = y.index({Slice(1, 3), Slice()});
    part.neg_();
    return y + picked.sum() + positive.sum();
  }
};
