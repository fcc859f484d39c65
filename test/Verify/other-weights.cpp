// Parameters that start from other values are reported; both models are called with the same ones, and agree.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --verify=eval --input 2x4 -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  Net() { torch::nn::init::constant_(fc->weight, 3); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
// CHECK: as constructed: other initial values of 1 parameter, first of parameter 'fc.weight': 4x4:float32, largest difference
// CHECK: eval: output: 2x4:float32, largest difference 0 absolute
// CHECK: warning: the regenerated model starts from other initial values of parameters than the original
