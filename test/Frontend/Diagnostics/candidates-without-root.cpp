// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
// CHECK: error: no module of this file can be constructed without arguments, and the file constructs none
// CHECK: note: candidate: --root='Net(<int width>, <int depth>)'
struct Net : torch::nn::Module {
  Net(int width, int depth, bool bias = true) {}
  torch::Tensor forward(torch::Tensor x) { return x; }
};
