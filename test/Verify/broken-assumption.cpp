// A check of the regenerated model that does not hold, where the original goes on, is named with what it looked at.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 5x4 --passes='replace-pattern<file=%S/Inputs/assumes-rows.fx>' --; test \$? = 1" 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --verify=eval --input 3x4 --passes='replace-pattern<file=%S/Inputs/assumes-rows.fx>' --
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
// CHECK: eval: exceptions: nothing is thrown in the original, c10::Error is thrown (traced for x.size(0) = 3) in the regenerated model: DIFFERENT
// CHECK: error: in eval mode a check of the regenerated model does not hold that the original does not have: traced for x.size(0) = 3; %size is 5
