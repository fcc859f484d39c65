// AIM: clone() makes a child with weights of its own, equal at first to those it was cloned from.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear online{3, 3};
  std::shared_ptr<torch::nn::LinearImpl> target;
  Net() {
    register_module("online", online);
    target = std::dynamic_pointer_cast<torch::nn::LinearImpl>(online->clone());
    register_module("target", target);
  }
  torch::Tensor forward(torch::Tensor x) { return online(x) - 0.5 * target->forward(x); }
};
