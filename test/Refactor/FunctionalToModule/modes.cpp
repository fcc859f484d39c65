// A dropout that asks for the mode becomes a Dropout; one that always drops, or never, is none.
// RUN: %fx-clang-trace %s --root=Net --refactor=functional-to-module -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module --input 3x8 --verify -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: fx-clang-trace %s --root=Always --refactor=functional-to-module -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fx-clang-trace %s --root=Net --mode=eval --refactor=functional-to-module -- 2>&1 | FileCheck %s --check-prefix=NONE
// SAME: train: the same in 2 calls
// NONE: functional-to-module: 0 places changed

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return torch::dropout(x, 0.3, is_training()); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return dropout(x); }
  // CHECK-NEXT:+  torch::nn::Dropout dropout{
  // CHECK-NEXT:+      register_module("dropout", torch::nn::Dropout(torch::nn::DropoutOptions().p(0.3)))};
  torch::Tensor forward(torch::Tensor x) { return torch::dropout(x, 0.3, is_training()); }
};

struct Always : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    return torch::dropout(torch::dropout(x, 0.3, true), 0.3, false);
  }
};
