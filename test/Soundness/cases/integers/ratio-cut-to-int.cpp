// AIM: static_cast<int>(size * 0.7) cuts, round and ceil do not.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <cmath>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int keep = static_cast<int>(x.size(0) * 0.7);
    auto up = static_cast<int64_t>(std::ceil(x.size(0) / 3.0));
    long near = std::lround(x.size(1) * 0.5);
    return x.slice(0, 0, keep).sum() * up + x * near;
  }
};
