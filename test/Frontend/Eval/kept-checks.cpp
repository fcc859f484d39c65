// --keep-checks keeps what the program checks of values that only a run of the model knows.
// RUN: fx-clang-trace %s --keep-checks -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s -- 2>&1 | FileCheck %s --check-prefix=TAKEN
#include <torch/torch.h>

#include <cassert>
#include <stdexcept>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // TAKEN: :[[#@LINE+5]]:{{[0-9]+}}: remark: taken to be
    // TAKEN-NOT: torch._assert
    // CHECK-NOT: remark
    // CHECK: %[[EQ:[a-z_0-9]+]] : {{.*}}call_function[target=operator.eq](args = (%{{.*}}, 3)
    // CHECK: torch._assert](args = (%[[EQ]], "three columns, please")
    TORCH_CHECK(x.size(1) == 3, "three columns, ", "please");
    // CHECK: torch._assert](args = (%{{.*}}, "too many rows")
    if (x.size(0) > 100) throw std::runtime_error("too many rows");
    TORCH_CHECK(sizeof(int) == 4);
    return x * 2;
  }
};
