// A model that draws a random number too many is caught, though its outputs are what they were.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --rules=%S/Inputs/draws-once-more.cpp --; test \$? = 1" 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
// CHECK: eval: random generator: another number of values was drawn, or another generator seeded: DIFFERENT
// CHECK: eval: output: 2x4:float32, largest difference 0 absolute
// CHECK: error: in eval mode other random numbers are drawn; the first suspect is %
