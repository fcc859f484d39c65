// An operator that refuses the shapes of --input is an error at its place, with the shapes it got.
// RUN: not fx-clang-trace %s --input x=2x3x8x8 -o %t.txt -- 2>&1 | FileCheck %s
// RUN: not ls %t.txt
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) {
    auto flat = x.flatten(1);
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: with the example inputs the program fails here: mat1 and mat2 shapes cannot be multiplied (2x192 and 100x10)
    return fc->forward(flat);
    // CHECK: :[[#@LINE-3]]:{{[0-9]+}}: note: 'flatten' is float32[2, 192]
  }
  torch::nn::Linear fc{100, 10};
};
TORCH_MODULE(Net);
