// AIM: A hash of 64 unsigned bits wraps round, which is refused.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  uint64_t hash = 14695981039346656037ULL;
  torch::Tensor forward(torch::Tensor x) {
    hash = (hash ^ 3) * 1099511628211ULL;
    return x * static_cast<int64_t>(hash % 1000);
  }
};
