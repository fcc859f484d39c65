// What 64 unsigned bits make of a number below zero is an error where it matters, and only there.
// RUN: not fx-clang-trace %s --root=Shifts -- 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: not fx-clang-trace %s --root=Floats -- 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: fx-clang-trace %s --root=Adds --emit=fx -- | FileCheck %s --check-prefix=ADD
#include <torch/torch.h>

struct Shifts : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    size_t rows = x.size(0), columns = x.size(1);
    // SHIFT: :[[@LINE+1]]:{{.*}} error: an unsigned number may have wrapped round below zero here, which a graph cannot say: compute it in int64_t
    return x.narrow(0, 0, (rows - columns) >> 40);
  }
};

struct Floats : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    uint64_t rows = x.size(0);
    // FLOAT: :[[@LINE+1]]:{{.*}} error: this unsigned number may have wrapped round below zero
    return x * static_cast<double>(rows - 5);
  }
};

struct Adds : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    size_t rows = x.size(0);
    // ADD: operator.sub
    // ADD: operator.add
    // ADD: call_method[target=narrow]
    return x.narrow(0, 0, rows - 1 + x.size(1));
  }
};
