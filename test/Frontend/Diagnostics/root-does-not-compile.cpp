// RUN: not fx-clang-trace %s --root='Net("ten")' -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
struct Net : torch::nn::Module {
  explicit Net(int n) {}
  torch::Tensor forward(torch::Tensor x) { return x; }
};
// CHECK: --root:1:1: error: no matching conversion for functional-style cast from 'const char[4]' to 'Net'
