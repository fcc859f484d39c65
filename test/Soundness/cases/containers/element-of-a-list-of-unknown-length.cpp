// AIM: An element of a list whose length the tracer does not know is replaced through a reference.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto parts = torch::chunk(x, 2);
    auto& last = parts.back();
    last = last.exp();
    return torch::cat(parts);
  }
};
