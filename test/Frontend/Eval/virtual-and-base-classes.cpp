// Base constructors run first, virtual calls reach the most derived class, Base::f does not.
// RUN: fx-clang-trace %s --root=Derived --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Base : torch::nn::Module {
  explicit Base(int width) { fc = register_module("fc", torch::nn::Linear(width, width)); }
  virtual torch::Tensor activate(torch::Tensor x) { return torch::relu(x); }
  torch::Tensor forward(torch::Tensor x) { return activate(fc(x)); }
  torch::nn::Linear fc{nullptr};
};
struct Derived : Base {
  Derived() : Base(4) { head = register_module("head", torch::nn::Linear(4, 2)); }
  torch::Tensor activate(torch::Tensor x) override { return head(torch::tanh(Base::activate(x))); }
  torch::nn::Linear head{nullptr};
};

// CHECK: %fc : {{.*}}call_module[target=fc](args = (%x,)
// CHECK: %relu : {{.*}}torch.relu](args = (%fc,)
// CHECK: %tanh : {{.*}}torch.tanh](args = (%relu,)
// CHECK: %head : {{.*}}call_module[target=head](args = (%tanh,)
