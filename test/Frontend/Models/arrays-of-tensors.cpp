// A std::array without an initialiser holds default objects: undefined tensors, written like others.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

#include <array>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::array<torch::Tensor, 2> pair;
    if (pair[0].defined()) return x;
    pair[0] = x * 2;
    pair[1] = pair[0];
    pair[1] += 1;
    return pair[0];
  }
};
// CHECK: operator.mul](args = (%x, 2)
// CHECK-NEXT: call_method[target=add_](args = (%mul, 1)
// CHECK-NEXT: return mul
