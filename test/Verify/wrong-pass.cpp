// A pass that changes what is computed is caught: the first node that differs is named, at its line, and the pass.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --root='Net(6, 3)' --verify=eval --passes='replace-pattern<file=%S/Inputs/right.fx>' -- | FileCheck %s --check-prefix=RIGHT
// RUN: bash -c "fx-clang-trace %s --root='Net(6, 3)' --verify=eval --passes='replace-pattern<file=%S/Inputs/wrong.fx>' --; test \$? = 1" 2>&1 | FileCheck %s
#include "Inputs/model.h"

// RIGHT: eval: output 1: {{[0-9x]+}}:float32, largest difference
// RIGHT-NOT: DIFFERENT

// CHECK: eval: output 0: {{[0-9x]+}}x3:float32, largest difference {{.*}}: DIFFERENT
// CHECK: model.h:19:{{[0-9]+}}: error: in eval mode %b (torch.nn.functional.gelu) is the first node whose value differs
// CHECK: note: the graph as traced computes what the original does: the pass 'replace-pattern<file={{.*}}wrong.fx>' changed this
