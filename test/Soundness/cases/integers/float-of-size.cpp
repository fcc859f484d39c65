// AIM: A large product of sizes loses its last bits in a float.
// EXPECT: equal or refused
// INPUT: torch::randn({1, 3}, torch::kDouble)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int64_t count = x.size(1) * 5592405 + 2;
    float rounded = count;
    return x + static_cast<double>(count - static_cast<int64_t>(rounded));
  }
};
