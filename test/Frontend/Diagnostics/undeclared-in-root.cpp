// A name in --root that nothing declares is said as that, also where a header is missing.
// RUN: not fx-clang-trace %s --root='Net(new Handler())' -- 2>&1 | FileCheck %s
// CHECK: --root:1:{{[0-9]+}}: error: unknown type name 'Handler'
// CHECK: note: --root sees what the files on the command line declare: write the namespace before the name, name the file that declares it on the command line too, or name the folder of a header that is not found
// CHECK-NOT: error:
// CHECK: remark: the trace goes on without what is declared in 'no/such/header.h'
// CHECK-NOT: error:
#include <torch/torch.h>

#include "no/such/header.h"

struct Net : torch::nn::Module {
  explicit Net(void* handler) {}
  torch::Tensor forward(torch::Tensor x) { return x; }
};
