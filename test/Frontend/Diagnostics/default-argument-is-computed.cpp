// A default that is no literal is none in a graph.
// RUN: fx-clang-trace %s --input x=2x4 --input mask=0 --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK: :[[@LINE+1]]:56: remark: the default of 'mask' is computed when forward is called without it; {{.*}} [default-argument-is-computed]
  torch::Tensor forward(torch::Tensor x, torch::Tensor mask = torch::empty(0)) {
    // CHECK: %x : {{.*}}placeholder
    // CHECK-NEXT: %mask : {{.*}}placeholder[target=mask]
    if (mask.numel() > 0) x = x * mask;
    // CHECK: torch.relu](args = (%x,)
    return torch::relu(x);
  }
};
