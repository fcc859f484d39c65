// A module of LibTorch's that is copied by value is another module with the same tensors: an error.
// RUN: not fx-clang-trace %s --root=Net -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3};
  Net() {
    register_module("first", first);
    // CHECK: :[[@LINE+1]]:{{.*}} error: a copy of a module of LibTorch's by value, which is another module with the same tensors: copy the holder (auto copy = layer), or make the module anew, is not supported yet
    torch::nn::LinearImpl copy = *first;
  }
  torch::Tensor forward(torch::Tensor x) { return first(x); }
};
