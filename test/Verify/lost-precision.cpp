// --verify says what mixed-precision costs, and allows it; a wrong pass beside it is caught all the same.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --verify --input 4x8 --passes=mixed-precision -- | FileCheck %s
// RUN: fx-clang-trace %s --verify=eval --input 4x8 --passes=mixed-precision --emit=python -o %t.py -- | FileCheck %s --check-prefix=PYTHON
// RUN: not fx-clang-trace %s --verify=eval --input 4x8 --rules=%S/Inputs/tanh-as-sigmoid.cpp --passes=mixed-precision -- | FileCheck %s --check-prefix=WRONG
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first = register_module("first", torch::nn::Linear(8, 16));
  torch::nn::Linear second = register_module("second", torch::nn::Linear(16, 4));
  torch::Tensor forward(torch::Tensor x) { return second(torch::tanh(first(x))); }
};
// CHECK: eval: output: 4x4:float32, largest difference {{0\.0[0-9]+|[0-9.]+e-0[0-9]}} absolute, {{0\.0[0-9]+|[0-9.]+e-0[0-9]}} relative
// CHECK: eval: the same in 2 calls
// CHECK: train: output: 4x4:float32, largest difference
// PYTHON: python eval: output: 4x4:float32, largest difference
// WRONG: eval: output: 4x4:float32, largest difference {{.*}}: DIFFERENT
