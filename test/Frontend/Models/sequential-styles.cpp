// Sequential: argument list, push_back, named children, nested, functional children.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    body = register_module("body", torch::nn::Sequential(torch::nn::Linear(4, 4), torch::nn::ReLU(),
                                                         torch::nn::Functional(torch::tanh)));
    torch::nn::Sequential inner(
        {{"first", torch::nn::Linear(4, 4)}, {"drop", torch::nn::Dropout(0.1)}});
    torch::nn::Sequential outer;
    outer->push_back(inner);
    outer->push_back("last", torch::nn::Linear(4, 2));
    head = register_module("head", outer);
  }
  torch::Tensor forward(torch::Tensor x) { return head->forward(body->forward(x)); }
  torch::nn::Sequential body{nullptr}, head{nullptr};
};

// CHECK: %body_0 : {{.*}}call_module[target=body.0](args = (%x,)
// CHECK: %body_1 : {{.*}}call_module[target=body.1](args = (%body_0,)
// CHECK: %tanh : {{.*}}call_function[target=torch.tanh](args = (%body_1,)
// CHECK: %head_0_first : {{.*}}call_module[target=head.0.first](args = (%tanh,)
// CHECK: %head_0_drop : {{.*}}call_module[target=head.0.drop]
// CHECK: %head_last : {{.*}}call_module[target=head.last]
