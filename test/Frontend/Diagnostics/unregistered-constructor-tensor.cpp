// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  // CHECK: unregistered-constructor-tensor.cpp:[[@LINE+4]]:{{[0-9]+}}: error: this tensor was computed in the constructor but is not registered
  // CHECK: unregistered-constructor-tensor.cpp:[[@LINE+1]]:{{[0-9]+}}: note: computed here
  torch::Tensor mask = torch::ones({4});
  // CHECK: note: register it in the constructor with register_buffer
  torch::Tensor forward(torch::Tensor x) { return x * mask; }
};
