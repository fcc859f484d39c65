// AIM: variable_data and set_data take a tensor apart from its history.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = fc(x);
    auto copy = y.variable_data();
    copy.mul_(2);
    return y + copy;
  }
};
