// What a tensor holds decides: a graph has no branches, and the notes say what there is instead.
// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: if-on-tensor-value.cpp:[[@LINE+4]]:{{[0-9]+}}: error: the condition of this 'if' depends on a tensor's value, which is known only when the model runs [value-of-a-tensor]
    // CHECK: note: 'gt' (operator.gt) comes from here
    // CHECK: note: a branch on data cannot stand in a torch.fx graph: {{.*}}--wrap
    // CHECK: note: --assume='x.max().item<float>()>4=<value>' traces for inputs of which that holds
    if (x.max().item<float>() > 4) return x * 2;
    return x;
  }
};
