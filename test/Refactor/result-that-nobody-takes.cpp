// A call that overwrites a variable, and whose result nobody takes, becomes an assignment to it.
// RUN: %fx-clang-trace %s --root=Net --rules=%S/../../docs/examples/activations.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x + 1;
    // CHECK:-    y.relu_(); // here
    // CHECK-NEXT:+    y = torch::gelu(y); // here
    y.relu_(); // here
    y = y * 2;
    // CHECK:-    F::relu(y, F::ReLUFuncOptions(true));
    // CHECK-NEXT:+    y = F::gelu(y);
    F::relu(y, F::ReLUFuncOptions(true));
    auto z = y - 1;
    // CHECK:-    torch::relu_(z);
    // CHECK-NEXT:-    torch::relu_(z);
    // CHECK-NEXT:+    z = torch::gelu(z);
    // CHECK-NEXT:+    z = torch::gelu(z);
    torch::relu_(z);
    torch::relu_(z);
    return z;
  }
};
