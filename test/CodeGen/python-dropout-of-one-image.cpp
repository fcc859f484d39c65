// Dropout2d of one image, without a batch: C++ adds the batch, Python does not, and takes channels for images.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --input x=3x4x4 --emit=python -- | FileCheck %s
// RUN: fx-clang-trace %s --input x=2x3x4x4 --emit=python -- | FileCheck %s --check-prefix=BATCH
// RUN: fx-clang-trace %s --input x=3x4x4 --verify --emit=python -o %t.py -- | FileCheck %s --check-prefix=VERIFY
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Dropout2d drop{register_module("drop", torch::nn::Dropout2d(0.5))};
  torch::Tensor forward(torch::Tensor x) {
    return torch::nn::functional::dropout2d(
        drop->forward(x), torch::nn::functional::Dropout2dFuncOptions().p(0.25).training(true));
  }
};

// CHECK: self.drop(x.unsqueeze(0)).squeeze(0)
// CHECK: torch.nn.functional.dropout2d(drop.unsqueeze(0), p = 0.25, training = True{{.*}}).squeeze(0)
// BATCH: self.drop(x);
// BATCH: torch.nn.functional.dropout2d(drop, p = 0.25
// VERIFY: python train: output: 3x4x4:float32, largest difference 0
// VERIFY-NOT: DIFFERENT
