// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: item-leaves-graph.cpp:[[@LINE+1]]:{{[0-9]+}}: error: 'item' reads a tensor's value
    return x * x.sum().item<float>();
  }
};
