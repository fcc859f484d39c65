// A return in the middle, a place that has none of its statements or all, a name that the class has.
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=part>' --at=%s:20 -- 2>&1 | FileCheck %s --check-prefix=JUMP
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=part>' --at=%s:1 -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=part>' -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward<name=fc>' --at=%s:23 -- 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not fx-clang-trace %s --root=Net '--refactor=split-forward' --at=%s:23 -- 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not fx-clang-trace %s --root='Template<4>' '--refactor=split-forward<name=part>' -- 2>&1 | FileCheck %s --check-prefix=TEMPLATE
// RUN: not fx-clang-trace %s --root=Lambda '--refactor=split-forward<name=part>' --at=%s:41 -- 2>&1 | FileCheck %s --check-prefix=LAMBDA
// RUN: not fx-clang-trace %s --root=Reference '--refactor=split-forward<name=part>' --at=%s:49 -- 2>&1 | FileCheck %s --check-prefix=REFERENCE
// REFERENCE: error: 'y' cannot be given to another method: it is a reference, and what it refers to is written [variable-is-a-reference]
// TEMPLATE: error: the statements of the method do not stand in a file as they are [split-without-source]
// LAMBDA: error: 'act' cannot be given to another method: its type, {{.*}}, has no name [variable-type-without-a-name]
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

template <int64_t n>
struct Template : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x * n;
    return x + 1;
  }
};

struct Lambda : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto act = [](const torch::Tensor& t) { return torch::relu(t); };
    x = act(x) + 1;
    return x * 2;
  }
};

struct Reference : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto& y = x;
    y = y + 1;
    return x * 2;
  }
};
