// Pointers to member functions and to data members.
// RUN: fx-clang-trace %s --root=Net --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <functional>

struct Options {
  double small = 0.5, large = 2.5;
};

struct NetImpl : torch::nn::Module {
  using Step = torch::Tensor (NetImpl::*)(const torch::Tensor&) const;
  NetImpl() : step(&NetImpl::squash), scale(&Options::large) {}
  torch::Tensor squash(const torch::Tensor& x) const { return x.tanh(); }
  torch::Tensor cut(const torch::Tensor& x) const { return x.relu(); }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: %tanh : [num_users=1] = call_method[target=tanh](args = (%x,), kwargs = {})
    Step step = this->step;
    x = (this->*step)(x);
    step = &NetImpl::cut;
    // CHECK-NEXT: %relu : [num_users=1] = call_method[target=relu](args = (%tanh,), kwargs = {})
    if (step) x = (*this.*step)(x);
    Options options;
    options.*scale = 3.5;
    // CHECK-NEXT: operator.mul](args = (%relu, 3.5), kwargs = {})
    return x * options.large;
  }
  Step step;
  double Options::* scale;
};
TORCH_MODULE(Net);
