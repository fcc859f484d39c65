// AIM: to() called by a base class constructor does not reach children that do not exist yet.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Exact : torch::nn::Module {
  torch::Tensor offset;
  Exact() {
    offset = register_buffer("offset", torch::ones({3}));
    to(torch::kDouble);
  }
};
struct Net : Exact {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + offset; }
};
