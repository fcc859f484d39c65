// AIM: A number that is kept scales a tensor that is kept.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  double rate = 0.5;
  torch::Tensor level = torch::ones({3});
  torch::Tensor forward(torch::Tensor x) {
    level = torch::nn::functional::gelu(level * rate).clamp(0.1, 2);
    rate *= 0.9;
    return x * level;
  }
};
