// A rule that changes what is computed in training alone is caught: the class that is written is switched to
// both modes.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify --input 2x4 --rules=%S/Inputs/tanh-as-sigmoid.cpp --; test \$? = 1" 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --mode=eval --verify --input 2x4 --rules=%S/Inputs/tanh-as-sigmoid.cpp -- | FileCheck %s --check-prefix=EVAL
// RUN: not fx-clang-trace %s --mode=eval --verify=train --input 2x4 -- 2>&1 | FileCheck %s --check-prefix=USAGE
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (is_training()) x = torch::tanh(x);
    return x * 2;
  }
};
// CHECK: eval: output: 2x4:float32, largest difference 0 absolute
// CHECK: train: output: 2x4:float32, largest difference {{.*}}: DIFFERENT
// CHECK: wrong-in-training.cpp:[[#@LINE-6]]:{{[0-9]+}}: error: in train mode %sigmoid (torch.sigmoid) is the first node whose value differs
// EVAL: eval: output: 2x4:float32, largest difference 0 absolute
// EVAL-NOT: train
// USAGE: error: --verify=train does not go with --mode=eval: what is written is for that mode alone
