// Where a call changes the shape of its operand in place, every node has the shape of its place after a
// pass too.
// REQUIRES: libtorch
// RUN: %fx-clang-trace %s --root=Net --input x=3x8 --input n=1 '--passes=inline-constants<name=n;value=0>' --print-meta -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, int64_t n) {
    auto z = torch::relu(x);
    // CHECK: %relu : {{.*}}"shape": (3, 8)
    z.unsqueeze_(n);
    // CHECK: %unsqueeze_ : {{.*}}"shape": (1, 3, 8)
    return z + 1;
    // CHECK: %add : {{.*}}"shape": (1, 3, 8)
  }
};
