// AIM: An element of a range that something was written to is not the one that was made.
// EXPECT: refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  double known = 0;
  Net() {
    auto rates = torch::linspace(0, 0.3, 5);
    rates.view({5, 1})[1].fill_(4);
    known = rates[1].item<double>();
  }
  torch::Tensor forward(torch::Tensor x) { return x * known; }
};
