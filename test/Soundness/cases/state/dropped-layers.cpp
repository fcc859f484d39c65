// AIM: Elements of a vector<bool> member are written through its proxy and kept.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  std::vector<bool> enabled = std::vector<bool>(3, true);
  torch::Tensor forward(torch::Tensor x) {
    for (size_t i = 0; i < enabled.size(); ++i)
      if (enabled[i]) x = x * 2 + 1;
    auto last = enabled[2];
    last = !last;
    return x;
  }
};
