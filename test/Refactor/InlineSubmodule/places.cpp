// The call that a place names begins at its object and goes to its last bracket, in whatever way it is written; of calls one in
// another, the innermost is meant.
// RUN: fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:27:9 -- 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:27:15 -- 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:27:24 -- 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:28:9 -- 2>&1 | FileCheck %s --check-prefix=SECOND
// RUN: fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:29:9 -- 2>&1 | FileCheck %s --check-prefix=OUTER
// RUN: fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:29:17 -- 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: not fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:30:12 -- 2>&1 | FileCheck %s --check-prefix=HELPER
// RUN: not fx-clang-trace %s --root=Net --refactor=inline-submodule --at=%s:29:26 -- 2>&1 | FileCheck %s --check-prefix=HELPER
// FIRST: + {{.*}}x = torch::relu(fc(x));
// SECOND: + {{.*}}x = torch::relu(fc(x));
// OUTER: + {{.*}}outer_x = inner(other(x));
// INNER: + {{.*}}x = outer(torch::relu(fc(inner_x)));
// HELPER: error: inline-submodule needs one submodule of the model
#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::Tensor help(torch::Tensor x) { return in_help(x); }
  torch::Tensor forward(torch::Tensor x) {
    x = first->forward(x);
    x = second(x);
    x = outer(inner(other(x)));
    return help(x);
  }
  Block first{register_module("first", Block())}, second{register_module("second", Block())};
  Block outer{register_module("outer", Block())}, inner{register_module("inner", Block())};
  Block in_help{register_module("in_help", Block())};
  torch::nn::Linear other{register_module("other", torch::nn::Linear(4, 4))};
};
