// An error of the trace is shown also when --root built the model.
// RUN: not fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Output {
  torch::Tensor a, b;
};
struct Net : torch::nn::Module {
  explicit Net(int n) {}
  // CHECK: struct-output.cpp:[[@LINE+1]]:{{[0-9]+}}: error: forward returns a 'Output'
  Output forward(torch::Tensor x) { return {x, x}; }
};
