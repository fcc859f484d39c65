// What a macro makes has no place of its own.
// RUN: not %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --rewrite -- 2>&1 | FileCheck %s

#include <torch/torch.h>

#define ACTIVATE                                                                                   \
  x = torch::relu(x);                                                                              \
  x = x + 1

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: refuse-macro.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this cannot be changed in place: 'relu' does not stand in the file as it is: a macro makes it, or library code does
    ACTIVATE;
    return x;
  }
};
