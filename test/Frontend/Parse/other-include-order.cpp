// Standard headers first, LibTorch last, parts of it before the whole.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <ATen/ATen.h>
#include <c10/util/Optional.h>
#include <iostream>
#include <map>
#include <torch/nn.h>
#include <torch/torch.h>
#include <vector>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
// CHECK: return relu
