// A class that has the same base class twice has its members twice, which is refused.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Counter {
  int n = 1;
};
struct Left : Counter {};
struct Right : Counter {};
// CHECK: :[[@LINE+1]]:8: error: 'Both' has the base class 'Counter' more than once
struct Both : Left, Right {};
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    Both both;
    both.Left::n = 5;
    return x + both.Left::n + both.Right::n;
  }
};
