// Other comments may stand between the inputs and the class.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

// fx: x=2x3
/* The size
   of the layer */
// does not fit.
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
// CHECK: error: with the example inputs the program fails here: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x4)
