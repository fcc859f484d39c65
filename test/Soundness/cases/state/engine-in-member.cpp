// AIM: A random engine of the standard library in a member advances with each call.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

#include <random>

struct Net : torch::nn::Module {
  std::mt19937 engine{42};
  torch::Tensor forward(torch::Tensor x) {
    auto drawn = static_cast<int64_t>(engine() % 1000);
    return x + drawn;
  }
};
