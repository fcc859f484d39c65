// AIM: An element of a list whose length the tracer does not know is replaced through a reference.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto parts = x.chunk(2, 0);
    auto& first = parts[0];
    first = first * 2;
    return torch::cat(parts, 0);
  }
};
