// Arithmetic without a meaning in C++, and values that nothing gave, are errors.
// RUN: not fx-clang-trace %s --root='Net(0)' -- 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not fx-clang-trace %s --root='Net(1)' -- 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not fx-clang-trace %s --root='Net(2)' -- 2>&1 | FileCheck %s --check-prefix=MINUS
// RUN: not fx-clang-trace %s --root='Net(3)' -- 2>&1 | FileCheck %s --check-prefix=QUOTIENT
// RUN: not fx-clang-trace %s --root='Net(4)' -- 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not fx-clang-trace %s --root='Net(5)' -- 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: fx-clang-trace %s --root='Net(0)' --emit=fx -- -fwrapv | FileCheck %s --check-prefix=WRAPPED
// RUN: fx-clang-trace %s --root='Net(6)' --emit=fx -- | FileCheck %s --check-prefix=DEFINED
#include <climits>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(int64_t way) : way(way) {}

  int64_t factor() {
    int number = INT_MAX;
    // SUM: :[[@LINE+2]]:{{.*}} error: this overflows 'int', which is undefined in C++: compute it in a wider type, or in an unsigned one
    // WRAPPED: operator.mul](args = (%x, -2147483644)
    if (way == 0) return number + 5;
    // STEP: :[[@LINE+1]]:{{.*}} error: this overflows 'int'
    if (way == 1) return ++number;
    number = INT_MIN;
    // MINUS: :[[@LINE+1]]:{{.*}} error: this overflows 'int'
    if (way == 2) return -number;
    // QUOTIENT: :[[@LINE+1]]:{{.*}} error: this overflows 'int'
    if (way == 3) return number / static_cast<int>(way - 4);
    double large = 1e20;
    // CUT: :[[@LINE+1]]:{{.*}} error: this number does not fit into 'int64_t'{{.*}}, which C++ leaves undefined: check it before
    if (way == 4) return static_cast<int64_t>(large);
    int nothing;
    // NOTHING: :[[@LINE+1]]:{{.*}} error: 'nothing' was never initialised, and is read here
    if (way == 5) return nothing;
    // DEFINED: operator.mul](args = (%x, -32767)
    unsigned wrapped = UINT_MAX;
    wrapped += 2;
    int16_t narrow = SHRT_MAX;
    ++narrow;
    return narrow + static_cast<int>(wrapped);
  }

  torch::Tensor forward(torch::Tensor x) { return x * factor(); }

  int64_t way;
};
