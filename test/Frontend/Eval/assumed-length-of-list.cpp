// A list that forward takes is its items when --assume tells how many there are.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: fx-clang-trace %s --assume='xs.size()=3' --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(std::vector<torch::Tensor> xs, torch::Tensor y) {
    xs = std::vector<torch::Tensor>(xs.begin() + 1, xs.end());
    std::reverse(xs.begin(), xs.end());
    // ERROR: assumed-length-of-list.cpp:[[@LINE-2]]:{{[0-9]+}}: error: iterating over this value
    for (auto& x : xs)
      y = y + x;
    return y / static_cast<int>(xs.size());
  }
};
// CHECK: %xs : {{.*}}placeholder
// CHECK-NEXT: %y : {{.*}}placeholder
// CHECK: %[[FIRST:.*]] : {{.*}}operator.getitem](args = (%xs, 1)
// CHECK: %[[SECOND:.*]] : {{.*}}operator.getitem](args = (%xs, 2)
// CHECK: %add : {{.*}}(%y, %[[SECOND]])
// CHECK: %add_1 : {{.*}}(%add, %[[FIRST]])
// CHECK: operator.truediv](args = (%add_1, 2)
