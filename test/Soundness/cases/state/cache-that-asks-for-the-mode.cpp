// AIM: A later call asks for the mode, and the first does not.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor table;
  torch::Tensor forward(torch::Tensor x) {
    if (table.defined() && is_training()) return x * 2;
    if (!table.defined()) table = torch::ones({3});
    return x + table;
  }
};
