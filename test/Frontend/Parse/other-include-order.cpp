// Standard headers first, LibTorch last, parts of it before the whole.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <vector>
#include <map>
#include <ATen/ATen.h>
#include <c10/util/Optional.h>
#include <torch/nn.h>
#include <iostream>
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
// CHECK: return relu
