// AnyModule holds a module of any class.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  Net() {
    first = torch::nn::AnyModule(torch::nn::Linear(4, 8));
    register_module("first", first.ptr());
    if (!first.is_empty()) second = register_module("second", torch::nn::Linear(8, 2));
  }
  torch::Tensor forward(torch::Tensor x) { return second.forward(first.forward(x)); }
  torch::nn::AnyModule first, second;
};
// CHECK: call_module[target=first](args = (%x,)
// CHECK: call_module[target=second](args = (%first,)
