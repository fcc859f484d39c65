// A return in the middle, a place that has none of its statements or all, a name that the class has.
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=part>' --at=%s:14 -- 2>&1 | FileCheck %s --check-prefix=JUMP
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=part>' --at=%s:1 -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=part>' -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=fc>' --at=%s:17 -- 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward' --at=%s:17 -- 2>&1 | FileCheck %s --check-prefix=NAME
// JUMP: error: a statement of 'forward' that is to go into another method may leave it by a return or a jump [split-with-a-jump]
// NONE: error: no part of 'forward' stands there: --at names lines with some of its statements, and not all [split-of-nothing]
// TAKEN: error: 'Net' has another member or variable that is called 'fc' [submodule-name-taken]
// NAME: split-forward needs the name of the new method: split-forward<name=head>
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (is_short) {
      return fc(x);
    }
    x = torch::relu(x);
    return fc(x);
  }
  bool is_short = false;
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
