// AIM: Keys and values become what the map holds: 1.5 and 1 are one key.
// EXPECT: equal
// INPUT: torch::randn({2, 6})
#include <torch/torch.h>

#include <map>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::map<int, int64_t> counts;
    counts.emplace(1.5, 3);
    counts[1] += 4;
    counts.insert(std::make_pair(2.9, 4.9));
    return x + 0.05 * static_cast<double>(counts.size() * 50 + counts[1] + counts[2]);
  }
};
