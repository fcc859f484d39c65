// AIM: to(torch::kDouble) on a child converts its weights in place, whatever they were before.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear exact{3, 3}, fast{3, 3};
  Net() {
    register_module("exact", exact);
    register_module("fast", fast);
    exact->to(torch::kDouble);
  }
  torch::Tensor forward(torch::Tensor x) { return exact(x.to(torch::kDouble)) + fast(x); }
};
