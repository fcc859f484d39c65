// AIM: A list of layers is indexed by the count, which is refused.
// EXPECT: refused
// ARGS: --state=buffers
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Net : torch::nn::Module {
  size_t turn = 0;
  torch::nn::ModuleList layers{torch::nn::Linear(3, 3), torch::nn::Linear(3, 3)};
  Net() { register_module("layers", layers); }
  torch::Tensor forward(torch::Tensor x) {
    return layers[turn++ % 2]->as<torch::nn::Linear>()->forward(x);
  }
};
