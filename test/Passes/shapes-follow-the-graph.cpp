// With example inputs every node that a pass or a rule makes or changes has the shape that it has then, and a node
// of which it cannot be known has none.
// RUN: %fx-clang-trace %s --root=Net --input x=4x6 --input n=2 --rules=%S/../Inputs/rules.cpp --print-meta -- | FileCheck %s --check-prefix=RULE
// RUN: %fx-clang-trace %s --root=Net --input x=4x6 --input n=2 '--passes=inline-constants<name=n;value=3>' --print-meta -- | FileCheck %s --check-prefix=CONSTANT
// RUN: %fx-clang-trace %s --root=Net --input x=4x6 --input n=2 '--passes=inline-constants<name=n;value=5>' --print-meta -- 2> %t.err | FileCheck %s --check-prefix=REFUSED
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %fx-clang-trace %s --root=Net --input x=4x6 --input n=2 '--passes=split-module<by=size;size=2>' --print-meta -- | FileCheck %s --check-prefix=SPLIT
// RUN: %fx-clang-trace %s --root=Net --input x=4x6 --input n=2 '--passes=split-module<by=size;size=2>,inline-modules' --print-meta -- | FileCheck %s --check-prefix=BACK

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    auto y = torch::relu(x).reshape({n, -1});
    // REMARK: shapes-follow-the-graph.cpp:[[@LINE-1]]:{{[0-9]+}}: remark: after inline-constants<name=n;value=5>, 'reshape' fails with the example inputs: shape '[5, -1]' is invalid for input of size 24
    return y.transpose(0, 1);
  }
};

// RULE:      torch._C._nn.gelu{{.*}} tensor_meta: {"shape": (4, 6)
// RULE-NEXT: reshape{{.*}} tensor_meta: {"shape": (2, 12)
// RULE-NEXT: transpose{{.*}} tensor_meta: {"shape": (12, 2)

// CONSTANT:      torch.relu{{.*}} tensor_meta: {"shape": (4, 6)
// CONSTANT-NEXT: reshape{{.*}} tensor_meta: {"shape": (3, 8)
// CONSTANT-NEXT: transpose{{.*}} tensor_meta: {"shape": (8, 3){{.*}}"stride": (1, 8)

// REFUSED:     torch.relu{{.*}} tensor_meta
// REFUSED-NOT: tensor_meta

// Parts are given what their shapes depend on, a tensor or n, and run with it.
// SPLIT: {{^}}graph():
// SPLIT: call_module[target=submod_0](args = (%x, %n){{.*}}tensor_meta: {"shape": (2, 12)
// BACK: transpose{{.*}} tensor_meta: {"shape": (12, 2)
