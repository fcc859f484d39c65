// That there is no module may follow from a header that is missing: that comes first.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
// CHECK: :[[@LINE+1]]:10: error: 'no/such/module.h' file not found
#include "no/such/module.h"
// CHECK: error: no module in this file
struct Net : no::such::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
