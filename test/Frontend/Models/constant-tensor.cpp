// A tensor that a member keeps without registering it is a constant: torch.fx's get_attr of a plain
// attribute, in no state dict.
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s -- 2>/dev/null | fx-opt - | FileCheck %s --check-prefix=AGAIN
// RUN: fx-clang-trace %s --emit=python -- 2>/dev/null | FileCheck %s --check-prefix=PYTHON
// RUN: fx-clang-trace %s --emit=cpp -- 2>/dev/null | FileCheck %s --check-prefix=CPP
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor mask = torch::ones({4});
  // CHECK: constant-tensor.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: 'mask' was computed in the constructor and never registered: it is a constant of the model
  torch::Tensor forward(torch::Tensor x) { return x * mask + mask; }
};
// CHECK: constant mask = %ones
// CHECK: get_attr[target=mask]
// AGAIN: constant mask = %ones
// PYTHON: self.mask = ones
// PYTHON: self.mask
// CPP: mask = ones;
