// A method that is an attribute in Python is read there, not called.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: %getattr_1 : {{.*}}builtins.getattr](args = (%x, "mT")
  torch::Tensor forward(torch::Tensor x) { return x.mT(); }
};
