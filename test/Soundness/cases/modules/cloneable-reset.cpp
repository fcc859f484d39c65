// AIM: A Cloneable's constructor calls reset(), and a later reset() registers everything anew.
// EXPECT: equal or refused
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct ScaleImpl : torch::nn::Cloneable<ScaleImpl> {
  int64_t width;
  torch::Tensor weight;
  explicit ScaleImpl(int64_t width) : width(width) { reset(); }
  void reset() override { weight = register_parameter("weight", torch::rand({width})); }
  torch::Tensor forward(const torch::Tensor& x) { return x * weight; }
};
TORCH_MODULE(Scale);
struct Net : torch::nn::Module {
  Scale first{3};
  std::shared_ptr<ScaleImpl> second;
  Net() {
    register_module("first", first);
    second = std::dynamic_pointer_cast<ScaleImpl>(first->clone());
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) { return first(x) + 2 * second->forward(x); }
};
