// What forward changes and no later call reads is not in a graph: said once for each.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    static int calls_of_all = 0;
    // CHECK: member-changed-in-forward.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the variable 'calls_of_all': no later call reads it, and the graph does not keep it
    ++calls_of_all;
    // CHECK: member-changed-in-forward.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'last': no later call reads it
    last = x * 2;
    // CHECK: member-changed-in-forward.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: forward changes the member 'seen': no later call reads it
    seen.push_back(last);
    // What is put back is no change.
    // CHECK-NOT: 'depth'
    ++depth;
    --depth;
    return last;
  }
  int depth = 0;
  torch::Tensor last;
  std::vector<torch::Tensor> seen;
};
// CHECK: operator.mul](args = (%x, 2)
