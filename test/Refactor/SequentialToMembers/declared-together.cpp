// Members that one declaration declares are made in its order: what stays between others keeps its place.
// RUN: fx-clang-trace %s --root=Net '--refactor=sequential-to-members<target=a>,sequential-to-members<target=c>' -- 2>&1 | FileCheck %s
// CHECK: -  torch::nn::Sequential a, b, c; // all of them
// CHECK: +  torch::nn::Linear linear{nullptr};
// CHECK-NEXT: +  torch::nn::ReLU relu{nullptr};
// CHECK-NEXT: +  torch::nn::Sequential b;
// CHECK-NEXT: +  torch::nn::Linear linear1{nullptr}; // all of them
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net()
      : a(torch::nn::Linear(3, 3), torch::nn::ReLU()), b(torch::nn::Linear(3, 3)),
        c(torch::nn::Linear(3, 2)) {
    register_module("a", a);
    register_module("b", b);
    register_module("c", c);
  }
  torch::Tensor forward(torch::Tensor x) { return c->forward(a->forward(x)) + (double)b->size(); }
  torch::nn::Sequential a, b, c; // all of them
};
