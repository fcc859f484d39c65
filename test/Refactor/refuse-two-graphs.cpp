// What is right in evaluation alone is not written into a source that trains too, unless one mode is asked for.
// RUN: not %fx-clang-trace %s --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --check-prefix=EVAL
// RUN: %fx-clang-trace %s --passes=cse --rewrite -- | count 0

// CHECK: error: the change cannot be made in place: 'Net' computes another graph in training than in evaluation, and the source is both
// CHECK: note: no file was touched
// CHECK: note: --mode=eval or --mode=train, 'Mode: eval' or 'Mode: train' in a .fx-clang, changes the source for that mode alone; --rewrite=method writes the body of the method anew, for both
// EVAL: + {{.*}}torch::rsqrt(norm->running_var
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(3, 8, 3));
  torch::nn::BatchNorm2d norm = register_module("norm", torch::nn::BatchNorm2d(8));
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
};
