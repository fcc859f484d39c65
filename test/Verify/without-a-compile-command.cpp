// Where there is no compile command, none names a compiler: which one builds is no remark.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --verify=eval --input x=2x2 -- 2>&1 | FileCheck %s --implicit-check-not=remark
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};
// CHECK: eval: the same in 2 calls
