// AIM: reset_running_stats() in forward is seen by the next call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d m{3};
  Net() { register_module("m", m); }
  torch::Tensor forward(torch::Tensor x) {
    auto y = m(x);
    m->reset_running_stats();
    return m(x) + y;
  }
};
