// AIM: A model with a mixin beside Module, and members of both.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Scaled {
  double factor = 2;
  std::vector<int> sizes;
  torch::Tensor scale(torch::Tensor x) const {
    return x * factor + static_cast<int64_t>(sizes.size());
  }
};
struct Net : torch::nn::Module, Scaled {
  torch::nn::Linear fc{3, 3};
  Net() {
    register_module("fc", fc);
    factor = 3;
    sizes = {1, 2};
  }
  torch::Tensor forward(torch::Tensor x) {
    const Scaled& s = *this;
    return s.scale(fc(x));
  }
};
