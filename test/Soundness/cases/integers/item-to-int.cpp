// AIM: item<double>() assigned to an int is cut towards zero, and a byte of it wraps.
// EXPECT: equal or refused
// INPUT: torch::full({3}, -2.75)
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int whole = x.sum().item<double>();
    uint8_t byte = x.sum().item<int64_t>();
    return x * whole + static_cast<int>(byte);
  }
};
