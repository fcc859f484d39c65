// An assumption holds for the tensor of which it was first asked, not for what the name holds later.
// RUN: not fx-clang-trace %s --root=Later --assume='x.size(0)=2' -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --root=Same --assume='x.size(0)=2' --emit=fx -- 2>&1 | FileCheck %s --check-prefix=SAME
#include <torch/torch.h>
struct Later : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    const int64_t rows = x.size(0);
    x = torch::cat({x, x}, 0);
    // CHECK: :[[@LINE+2]]:{{.*}} error: the condition of this loop depends on the sizes of a tensor that is computed from 'x'
    // CHECK: note: here it is another value, to which the assumption does not apply
    for (int64_t i = 0; i < x.size(0); ++i)
      x = x + rows;
    return x;
  }
};
struct Same : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto sum = x;
    for (int64_t i = 0; i < x.size(0); ++i)
      sum = sum + x.size(0);
    return sum;
  }
};
// SAME: operator.add](args = (%x, 2)
// SAME: operator.add](args = (%add, 2)
// SAME-NOT: operator.add
