// AIM: reset_running_stats() leaves weight and bias.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d m{3};
  Net() {
    register_module("m", m);
    m->running_mean.fill_(2);
    m->running_var.fill_(3);
    m->weight.data().fill_(4);
    m->reset_running_stats();
  }
  torch::Tensor forward(torch::Tensor x) { return m(x); }
};
