// The empty block of a constructor gets a line for each, indented as blocks of this file are.
// RUN: %fx-clang-trace %s --root='Net(4)' --refactor=register-member -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
//      CHECK:-          b(4, 4) {}
// CHECK-NEXT:+          b(4, 4) {
// CHECK-NEXT:+        register_module("a", a);
// CHECK-NEXT:+        register_module("b", b);
// CHECK-NEXT:+    }

#include <torch/torch.h>

// clang-format off
struct Net : torch::nn::Module {
    Net(int n)
        : a(n, 4),
          b(4, 4) {}

    torch::Tensor forward(torch::Tensor x) {
        return b(a(x));
    }

    torch::nn::Linear a, b;
};
