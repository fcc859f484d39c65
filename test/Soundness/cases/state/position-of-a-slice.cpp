// AIM: A position moves through a buffer from call to call.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t position = 0;
  torch::Tensor table = register_buffer("table", torch::arange(12.0).view({6, 2}));
  torch::Tensor forward(torch::Tensor x) {
    auto row = table.narrow(0, position, 1);
    position = (position + 1) % 6;
    return x.sum() + row;
  }
};
