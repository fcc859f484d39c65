// A module that only a member holds is registered at the end of the constructor.
// RUN: %fx-clang-trace %s --root=Net --refactor=register-member -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: saved weights: 'head.*' are among them now, and were not

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    head = torch::nn::Linear(4, 2);
    // CHECK:+    register_module("head", head);
    // CHECK-NEXT:   }
  }
  torch::Tensor forward(torch::Tensor x) { return head(fc(x)); }
  torch::nn::Linear fc{nullptr}, head{nullptr};
};
