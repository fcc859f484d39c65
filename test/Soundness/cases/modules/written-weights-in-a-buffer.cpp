// AIM: A buffer is computed from a weight after the constructor changed it in place.
// EXPECT: equal
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear second{3, 3}, first{3, 3};
  torch::Tensor gain = torch::rand({3}), held;
  Net() {
    register_module("first", first);
    register_module("second", second);
    {
      torch::NoGradGuard no_grad;
      first->weight *= 0.5;
      first->weight.index_put_({0, torch::indexing::Slice()}, 2.0);
      second->weight.copy_(first->weight.t());
      second->bias += gain;
    }
    register_buffer("norm", second->weight.detach().norm(2, {1}));
    held = first->bias;
  }
  torch::Tensor forward(torch::Tensor x) {
    return second(first(x)) * named_buffers()["norm"] + gain + held;
  }
};
