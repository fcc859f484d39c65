// A bare Sequential takes example inputs too.
// RUN: fx-clang-trace %s --root='torch::nn::Sequential(torch::nn::Linear(4, 3), torch::nn::ReLU())' --input input=2x4 --emit=summary -- | FileCheck %s
// RUN: not fx-clang-trace %s --root='torch::nn::Sequential(torch::nn::Linear(4, 3))' --input x=2x4 -- 2>&1 | FileCheck %s --check-prefix=NAME
#include <torch/torch.h>
// CHECK: Linear (0): 1-1 {{.*}}[2, 3] {{ *}}15
// NAME: error: --input x=2x4: forward has no such parameter; it has (input)
