// A member that nothing calls goes with what makes and registers it, in whatever way the class does that.
// RUN: %fx-clang-trace %s --root=Body --refactor=remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=BODY
// RUN: %fx-clang-trace %s --root=InClass --refactor=remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=CLASS
// RUN: %fx-clang-trace %s --root=Initializers --refactor=remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=INIT
// RUN: %fx-clang-trace %s --root=Alone --refactor=remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=ALONE
#include <torch/torch.h>

using torch::nn::Linear;

// BODY:-    old = register_module("old", Linear(2, 2));
// BODY-NOT:{{^[-+].*}}
// BODY:-  Linear fc{nullptr}, old{nullptr};
// BODY-NEXT:+  Linear fc{nullptr};
struct Body : torch::nn::Module {
  Body() {
    fc = register_module("fc", Linear(2, 2));
    old = register_module("old", Linear(2, 2));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  Linear fc{nullptr}, old{nullptr};
};

// CLASS:-  Linear old{register_module("old", Linear(2, 2))};
// CLASS-NOT:{{^[-+].*}}
struct InClass : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  Linear old{register_module("old", Linear(2, 2))};
  Linear fc{register_module("fc", Linear(2, 2))};
};

// INIT:-  Initializers() : old(register_module("old", Linear(2, 2))), fc(register_module("fc", Linear(2, 2))) {}
// INIT:+  Initializers() : fc(register_module("fc", Linear(2, 2))) {}
// INIT:-  Linear old, fc;
// INIT-NEXT:+  Linear fc;
// clang-format off
struct Initializers : torch::nn::Module {
  Initializers() : old(register_module("old", Linear(2, 2))), fc(register_module("fc", Linear(2, 2))) {}
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  Linear old, fc;
};

// ALONE:-  Alone() : old(register_module("old", Linear(2, 2))) {}
// ALONE-NEXT:+  Alone() {}
struct Alone : torch::nn::Module {
  Alone() : old(register_module("old", Linear(2, 2))) {}
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
  Linear old;
};
