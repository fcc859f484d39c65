// State that outlives a call is not in a graph: said once for each member.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: member-changed-in-forward.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'calls'
    ++calls;
    // CHECK: member-changed-in-forward.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'last'
    last = x * calls;
    return last;
  }
  int calls = 0;
  torch::Tensor last;
};
// CHECK: operator.mul](args = (%x, 1)
