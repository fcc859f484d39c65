// AIM: reset_parameters() of a normalisation gives all of its tensors their fixed values.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::BatchNorm1d m{3};
  Net() {
    register_module("m", m);
    m->running_mean.fill_(2);
    m->weight.data().fill_(3);
    m->reset_parameters();
    m->bias.data().add_(1);
  }
  torch::Tensor forward(torch::Tensor x) { return m(x); }
};
