// while, do, break and continue run on known values.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int n = 0;
    while (true) {
      if (++n == 2) continue;
      if (n > 3) break;
      x = x * n;
    }
    do
      x = x - n;
    while (n-- > 4);
    return x;
  }
};

// CHECK: operator.mul](args = (%x, 1)
// CHECK: operator.mul](args = (%mul, 3)
// CHECK: operator.sub](args = (%mul_1, 4)
// CHECK-NOT: operator.sub
