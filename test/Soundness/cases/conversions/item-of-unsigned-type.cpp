// AIM: LibTorch takes a number below zero that is asked for as a byte modulo 256.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
// INPUT: torch::tensor(-1)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor number) {
    const auto byte = number.item<uint8_t>();
    return x * byte + number.item().toByte() / 2;
  }
};
