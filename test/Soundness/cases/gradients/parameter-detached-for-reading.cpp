// AIM: A use of a detached weight adds nothing to its gradient.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  Net() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto frozen = fc->weight.detach();
    auto penalty = fc->weight.norm();
    return torch::matmul(x, frozen.t()) + fc(x) * penalty;
  }
};
