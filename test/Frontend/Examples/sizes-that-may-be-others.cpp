// A size with a name behind it may be another: the graph checks what was decided by the example's,
// once for each value, and by nothing where no size may be another.
// RUN: fx-clang-trace %s --input 'x=4[batch:2..8]x3' --emit=fx -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --input x=4x3 --emit=fx -- 2>/dev/null | FileCheck %s --check-prefix=FIXED
// RUN: not fx-clang-trace %s --input 'x=9[batch:2..8]x3' -- 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not fx-clang-trace %s --input 'x=9[batch:8..2]x3' -- 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not fx-clang-trace %s --input 'x=9[2..8]x3' -- 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not fx-clang-trace %s --input 'x=9[batch:2-8]x3' -- 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not fx-clang-trace %s --input 'x=9[batchx3' -- 2>&1 | FileCheck %s --check-prefix=SYNTAX
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (x.size(0) > 3) x = torch::relu(x);
    // CHECK: %size : {{.*}}call_method[target=size](args = (%x, 0)
    // CHECK-NEXT: %gt : {{.*}}operator.gt](args = (%size, 3)
    // CHECK-NEXT: torch._assert](args = (%gt,
    // CHECK-NEXT: torch.relu
    if (x.size(0) == 5) x = torch::sigmoid(x);
    // CHECK: [[EQUAL:%eq[_0-9]*]] : {{.*}}operator.eq](args = (%size_1, 5)
    // CHECK-NEXT: [[NOT:%not_[_0-9]*]] : {{.*}}operator.not_](args = ([[EQUAL]],)
    // CHECK-NEXT: torch._assert](args = ([[NOT]],
    const auto rows = x.size(0);
    for (int64_t row = 0; row < rows; ++row)
      x = x + row;
    return x;
    // CHECK-COUNT-3: operator.add
  }
};
TORCH_MODULE(Net);
// FIXED-NOT: torch._assert
// RANGE: error: --input x=9[batch:2..8]x3: 'x' has a size that is not in the range behind it
// SYNTAX: error: --input x=9[{{.*}} cannot be read
// SYNTAX: 2[batch:1..64] is a size that may be another
