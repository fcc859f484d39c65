// Initial values that differ are named as such, and the calls are compared with the same ones in both models.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --; test \$? = 1" 2>&1 | FileCheck %s
// CHECK: as constructed: buffer 'noise': {{.*}}: DIFFERENT
// CHECK: as constructed: other initial values of 2 parameters, first of parameter 'fc.weight': 4x4:float32, largest difference
// CHECK: eval: output: 2x4:float32, largest difference 0 absolute
// CHECK: error: the regenerated model has other initial values than the original; given the same state, it computes the same
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor noise;
  Net() {
    torch::nn::init::normal_(fc->weight);
    noise = register_buffer("noise", torch::rand({4}));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + noise; }
};
