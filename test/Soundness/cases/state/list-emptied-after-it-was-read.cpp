// AIM: A member that a call reads before it empties it is state of the call before.
// EXPECT: refused: a later call reads it
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  std::vector<int> counts{2};
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * static_cast<double>(counts.size());
    counts.clear();
    for (int i = 0; i < 5; ++i)
      counts.push_back(i);
    return y + counts.back();
  }
};
