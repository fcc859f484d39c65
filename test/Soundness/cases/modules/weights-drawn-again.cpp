// AIM: reset_parameters() of a layer draws its weights again, behind those of the layers that follow.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{3, 3};
  torch::nn::BatchNorm1d norm{3};
  Net() {
    register_module("first", first);
    register_module("second", second);
    register_module("norm", norm);
    for (auto& child : children())
      if (auto* linear = child->as<torch::nn::Linear>()) linear->reset_parameters();
    norm->reset_parameters();
    first->reset_parameters();
    register_buffer("shift", torch::rand({3}));
    torch::nn::init::xavier_normal_(first->weight);
  }
  torch::Tensor forward(torch::Tensor x) {
    return norm(second(first(x))) + named_buffers()["shift"];
  }
};
