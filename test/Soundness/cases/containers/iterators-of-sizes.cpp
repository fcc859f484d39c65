// AIM: Iterators over the sizes of tensors, of two calls of sizes(), before and after a change of the shape.
// EXPECT: equal
// INPUT: torch::randn({2, 3, 4})
// ARGS: --input x=2x3x4
#include <torch/torch.h>

#include <numeric>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<int64_t> sizes(x.sizes().begin(), x.sizes().end());
    auto y = x.permute({2, 0, 1}).contiguous();
    const auto rows =
        std::accumulate(y.sizes().begin() + 1, y.sizes().end(), int64_t{1}, std::multiplies<>());
    auto z = x.clone();
    const auto before = *z.sizes().begin();
    z.squeeze_(0).unsqueeze_(0).transpose_(0, 2);
    const auto behind = *z.sizes().begin();
    sizes.insert(sizes.begin(), 1);
    return x.view(sizes).sum() * rows + before * 10 + behind;
  }
};
