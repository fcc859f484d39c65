// AIM: A tensor that a class derived from a layer keeps is read where its forward runs.
// EXPECT: refused: stands in
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct Scaled : torch::nn::LinearImpl {
  torch::Tensor k = torch::full({3}, 2.);
  Scaled() : torch::nn::LinearImpl(3, 3) {}
  torch::Tensor forward(const torch::Tensor& x) { return torch::nn::LinearImpl::forward(x) * k; }
};
struct Net : torch::nn::Module {
  std::shared_ptr<Scaled> b = std::make_shared<Scaled>();
  Net() { register_module("b", b); }
  torch::Tensor forward(torch::Tensor x) { return b->forward(x); }
};
