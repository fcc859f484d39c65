// AIM: Base::forward(x) by a qualified name is not the derived one.
// EXPECT: equal
// INPUT: torch::randn({4, 3})
#include <torch/torch.h>

struct BaseImpl : torch::nn::Module {
  torch::nn::Linear fc{3, 3};
  BaseImpl() { register_module("fc", fc); }
  virtual torch::Tensor body(torch::Tensor x) { return fc(x); }
  virtual torch::Tensor forward(torch::Tensor x) { return body(x) + 1; }
};
struct Net : BaseImpl {
  torch::Tensor body(torch::Tensor x) override { return BaseImpl::body(x) * 2; }
  torch::Tensor forward(torch::Tensor x) override {
    return BaseImpl::forward(x) + BaseImpl::body(x) + this->body(x);
  }
};
