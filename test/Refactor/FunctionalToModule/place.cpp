// --at changes what stands at a place alone: all that begins in a line or a range of lines, or the innermost
// expression around a position.
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module --at=%s:25 -- 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module --at=%s:24-25 -- 2>&1 | FileCheck %s --check-prefix=LINES
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module --at=%s:24:25 -- 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module --at=%s:24:20 -- 2>&1 | FileCheck %s --check-prefix=OUTER
// RUN: not fx-clang-trace %s --root=Net --refactor=functional-to-module --at=%s:x -- 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not fx-clang-trace %s --at=%s:25 -- 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not fx-clang-trace %s --root=Net --refactor=functional-to-module --at=other.cpp:2 -- 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not fx-clang-trace %s --root=Net '--refactor=functional-to-module<operation=reluu>' -- 2>&1 | FileCheck %s --check-prefix=NAME
// FILE: error: --at: 'other.cpp' is none of the files that were read
// NAME: error: LibTorch has no operator 'reluu' [operator-unknown]
// LINE: functional-to-module: 1 place changed
// LINE: + {{.*}}return gelu(x);
// LINES: functional-to-module: 3 places changed
// INNER: + {{.*}}torch::relu(sigmoid(x));
// OUTER: + {{.*}}relu(torch::sigmoid(x));
// WRONG: error: --at: '{{.*}}place.cpp:x' is no place: net.cpp:12, net.cpp:12:7 or net.cpp:12-20 [place-not-read]
// ALONE: error: --at goes with --refactor
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(torch::sigmoid(x));
    return torch::gelu(x);
  }
};
