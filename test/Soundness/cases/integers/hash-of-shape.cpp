// AIM: A hash of sizes in 32 unsigned bits wraps, whatever the sizes are.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 5})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  static uint32_t mix(uint32_t hash, int64_t value) {
    return (hash ^ static_cast<uint32_t>(value)) * 16777619u;
  }
  torch::Tensor forward(torch::Tensor x) {
    uint32_t hash = mix(mix(2166136261u, x.size(0)), x.size(1));
    return x + static_cast<double>(hash % 997u);
  }
};
