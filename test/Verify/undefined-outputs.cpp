// An undefined tensor among the outputs is None in Python, and counts as an output there.
// REQUIRES: libtorch
// RUN: fx-clang-trace %s --verify --emit=python -o %t.py -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 2))};
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) {
    torch::Tensor extra;
    if (is_training()) extra = x.sum();
    return std::make_tuple(fc->forward(x), extra);
  }
};

// CHECK: python eval: output 0: {{.*}}x2:float32, largest difference
// CHECK: python train: output 1: scalar:float32, largest difference
// CHECK-NOT: DIFFERENT
