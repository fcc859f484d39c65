// AIM: A class that derives from a layer has what the layer has, and its own modules.
// EXPECT: refused: is registered in a
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Wide : torch::nn::LinearImpl {
  Wide() : torch::nn::LinearImpl(3, 3) { register_module("aux", torch::nn::Linear(3, 2)); }
};
struct Net : torch::nn::Module {
  std::shared_ptr<Wide> b = std::make_shared<Wide>();
  Net() { register_module("b", b); }
  torch::Tensor forward(torch::Tensor x) { return b->forward(x); }
};
