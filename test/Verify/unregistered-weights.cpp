// Weights that the original did not register cannot be given to both models: that is said, and not
// called a difference.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --input 2x4 --verify=eval --; test \$? = 1" 2>&1 | FileCheck %s
// CHECK: error: Net(): the original's state dict has no parameter 'fc.weight': what is not registered
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{torch::nn::LinearOptions(4, 4)};
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
