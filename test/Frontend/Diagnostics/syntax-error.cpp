// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
struct Net : torch::nn::Module {
  // CHECK: syntax-error.cpp:[[@LINE+1]]:52: error: expected ';' after return statement
  torch::Tensor forward(torch::Tensor x) { return x }
};
