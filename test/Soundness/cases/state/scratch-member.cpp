// AIM: A member that each call writes before it reads it is no state, though it outlives the call.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor query, key;
  torch::nn::Linear q{3, 2}, k{3, 2};
  Net() {
    register_module("q", q);
    register_module("k", k);
  }
  torch::Tensor scores() { return torch::matmul(query, key.t()); }
  torch::Tensor forward(torch::Tensor x) {
    query = q(x);
    key = k(x);
    return scores();
  }
};
