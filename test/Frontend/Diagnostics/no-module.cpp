// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
int main() {
  return 0;
}
// CHECK: no-module.cpp:1:1: error: no module in this file: it defines no class derived from torch::nn::Module
// CHECK: note: to trace a plain function of tensors, name it: --root=<function>
