// AIM: clone() makes another module with copies of the weights.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct BlockImpl : torch::nn::Cloneable<BlockImpl> {
  torch::Tensor weight;
  BlockImpl() { reset(); }
  void reset() override { weight = register_parameter("weight", torch::ones({3})); }
  torch::Tensor forward(torch::Tensor x) { return x * weight; }
};
TORCH_MODULE(Block);
struct Net : torch::nn::Module {
  Block first, second{nullptr};
  Net() {
    register_module("first", first);
    {
      torch::NoGradGuard guard;
      first->weight.fill_(2);
    }
    second = Block(std::dynamic_pointer_cast<BlockImpl>(first->clone()));
    register_module("second", second);
    {
      torch::NoGradGuard guard;
      first->weight.fill_(5);
    }
  }
  torch::Tensor forward(torch::Tensor x) { return first(x) + second(x) * 100; }
};
