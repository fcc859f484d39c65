// AIM: uint8 tensors wrap round.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto bytes = torch::full({4, 3}, 200, torch::kByte);
    auto sum = bytes + bytes;
    auto neg = torch::zeros({4, 3}, torch::kByte) - 1;
    return x + sum + neg;
  }
};
