// AIM: The parent gives the state of its part a new value before each call.
// EXPECT: equal or refused
// INPUT: torch::randn({2, 3})
#include <torch/torch.h>

struct PartImpl : torch::nn::Module {
  torch::Tensor level = torch::ones({3});
  torch::Tensor forward(torch::Tensor x) {
    level = level + 1;
    return x * level;
  }
};
TORCH_MODULE(Part);

struct Net : torch::nn::Module {
  Part part;
  Net() { register_module("part", part); }
  torch::Tensor forward(torch::Tensor x) {
    part->level = torch::full({3}, 2.0);
    return part(x);
  }
};
