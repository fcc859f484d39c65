// A member that keeps the tensor given to register_buffer is the buffer.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    mask = torch::ones({4});
    register_buffer("mask_buffer", mask);
  }
  torch::Tensor forward(torch::Tensor x) { return x * mask; }
  torch::Tensor mask;
};

// CHECK: %mask_buffer : [num_users=1] = get_attr[target=mask_buffer]
// CHECK: operator.mul](args = (%x, %mask_buffer)
