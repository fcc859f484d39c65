// AIM: Sizes of a tensor before and behind a change of its shape in place: copies, and the same variable given the new ones.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
// ARGS: --input x=2x3
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x.clone();
    auto others = x.sizes();
    auto copied = y.sizes().vec();
    auto sizes = y.sizes();
    const auto before = sizes[0];
    y.t_();
    sizes = y.sizes();
    y.unsqueeze_(0);
    return x * before + copied[1] * 10 + others[0] * 100 + *y.sizes().begin() + y.size(1);
  }
};
