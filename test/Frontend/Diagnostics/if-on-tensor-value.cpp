// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: if-on-tensor-value.cpp:[[@LINE+3]]:{{[0-9]+}}: error: the condition of this 'if' depends on a tensor's value
    // CHECK: note: 'gt' (operator.gt) comes from here
    // CHECK: note: a branch on data cannot stand in a torch.fx graph: {{.*}}--wrap
    if (x.size(0) > 4) return x * 2;
    return x;
  }
};
