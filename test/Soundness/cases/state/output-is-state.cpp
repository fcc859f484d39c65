// AIM: The count of calls is an output.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t n = 3;
  std::tuple<torch::Tensor, int64_t> forward(torch::Tensor x) {
    n += 1;
    return {x, n};
  }
};
