// AIM: Members are constructed in the order of their declaration, which decides who draws first.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear second, first;
  torch::Tensor table = torch::rand({3});
  Net() : second(3, 3), first(3, 3) {
    register_buffer("table", table);
    register_module("first", first);
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)) + table; }
};
