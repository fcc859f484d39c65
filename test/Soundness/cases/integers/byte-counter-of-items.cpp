// AIM: A number read from a tensor is kept in 16 bits by a struct's member.
// EXPECT: equal or refused
// INPUT: torch::full({3}, 70000.0)
#include <torch/torch.h>

struct Header {
  uint16_t length;
  bool wide;
};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Header header{};
    header.length = x[0].item<int64_t>();
    return x + header.length;
  }
};
