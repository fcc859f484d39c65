// AIM: reset_parameters() draws new values for weights that were written.
// EXPECT: equal or refused: reset_parameters()
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear m{3, 3};
  Net() {
    register_module("m", m);
    m->bias.data().fill_(1);
    m->reset_parameters();
  }
  torch::Tensor forward(torch::Tensor x) { return m(x); }
};
