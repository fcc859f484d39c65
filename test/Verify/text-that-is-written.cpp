// What --emit=cpp writes is what was compiled and run: the class under the name that was asked for, formatted.
// Nothing is written when it computes something else.
// REQUIRES: libtorch
// RUN: rm -rf %t && mkdir %t
// RUN: fx-clang-trace %s --input 2x4 --verify --emit=cpp --class-name=Other -o %t/out.h -- | FileCheck %s
// RUN: FileCheck %s --check-prefix=TEXT < %t/out.h
// RUN: bash -c "fx-clang-trace %s --input 2x4 --verify --emit=cpp --rules=%S/Inputs/tanh-as-sigmoid.cpp -o %t/none.h --; test \$? = 1" 2>/dev/null
// RUN: test ! -e %t/none.h
// RUN: fx-clang-trace %s --input 2x4 --verify --emit=python --class-name=Other -o %t/out.py -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) return torch::tanh(x);
    return torch::relu(x);
  }
};
// CHECK: eval: the same in 2 calls
// CHECK: train: the same in 2 calls
// TEXT: TORCH_MODULE(Other);
