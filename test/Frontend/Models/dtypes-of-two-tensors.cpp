// The dtypes of two tensors are compared as their inputs have them.
// RUN: fx-clang-trace %s --input x=2x3 --input y=2x3:int64 -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// REQUIRES: libtorch
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    // CHECK: remark: {{.*}} is false for the example inputs
    // UNKNOWN: [[@LINE+1]]:{{[0-9]+}}: error: the condition of '?:' depends on the dtype of
    return x + (x.dtype() == y.dtype() ? y : y.to(x.dtype()));
    // CHECK: call_method[target=to]
  }
};
