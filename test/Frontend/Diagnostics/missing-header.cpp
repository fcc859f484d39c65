// RUN: not fx-clang-trace %s -o %t.out -- 2>&1 | FileCheck %s
// RUN: not ls %t.out
#include <torch/torch.h>
// CHECK: missing-header.cpp:[[@LINE+1]]:10: fatal error: 'no/such/header.h' file not found
#include "no/such/header.h"
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x; }
};
