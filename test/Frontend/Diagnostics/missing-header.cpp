// When nothing to trace is found, what did not compile is shown, up to the first header that is missing.
// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
// CHECK: missing-header.cpp:[[@LINE+1]]:10: error: 'no/such/header.h' file not found
#include "no/such/header.h"
// CHECK: note: name the folder it lies in after --
// CHECK-NOT: no/such/header.h
struct Net : no::such::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
