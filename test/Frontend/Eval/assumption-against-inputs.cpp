// What --assume says of a value must be so for the example inputs.
// REQUIRES: libtorch
// RUN: %fx-clang-trace %s --input x=2x3 --input n=4 --assume='x.size(0)=2' --emit=fx -- | FileCheck %s
// RUN: not %fx-clang-trace %s --input x=2x3 --input n=4 --assume='x.size(0)=5' -- 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %fx-clang-trace %s --input x=2x3 --input n=4 --assume=n=16 -- 2>&1 | FileCheck %s --check-prefix=NUMBER
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    // SIZE: assumption-against-inputs.cpp:[[#@LINE+1]]:{{.*}}: error: --assume says 5 of 'x.size(0)', which is 2 for the example inputs
    if (x.size(0) > 4) return x;
    // NUMBER: assumption-against-inputs.cpp:[[#@LINE+2]]:{{.*}}: error: --assume says 16 of 'n', which is 4 for the example inputs
    // CHECK: call_function[target=operator.mul]
    return x * n;
  }
};
