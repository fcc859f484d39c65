// A dropout that was never registered drops whatever the mode is: eval() does not reach it.
// RUN: fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --mode=train -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : drop(torch::nn::Dropout2dOptions(0.25)), registered(0.5) {
    register_module("registered", registered);
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: this Dropout2d was never registered: eval() does not reach it, and it drops in either mode
    return registered(drop(x));
  }
  torch::nn::Dropout2d drop;
  torch::nn::Dropout registered;
};
// CHECK-NOT: drop: torch::nn::Dropout2d
// CHECK: registered: torch::nn::Dropout(
// CHECK-NOT: drop: torch::nn::Dropout2d
// CHECK: %dropout2d : {{.*}}call_function[target=torch.nn.functional.dropout2d](args = (%x,), kwargs = {p: 0.25, training: True, inplace: False})
// CHECK: call_module[target=registered](args = (%dropout2d,)
