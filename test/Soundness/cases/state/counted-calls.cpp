// AIM: A number member counts the calls and scales the output.
// EXPECT: equal
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  int64_t calls = 0;
  torch::nn::Linear fc{3, 2};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    ++calls;
    return fc(x) * calls;
  }
};
