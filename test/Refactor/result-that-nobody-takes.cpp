// A call that overwrites a variable, and whose result nobody takes, becomes an assignment to it.
// RUN: %fx-clang-trace %s --root=Net --rules=%S/../../docs/examples/activations.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

// Not where a member may hold what is overwritten.
// RUN: not fx-clang-trace %s --root=Keeps --rules=%S/../../docs/examples/activations.cpp --rewrite -- 2>&1 | FileCheck %s --check-prefix=KEEPS
// KEEPS: error: this cannot be changed in place: the call overwrites a tensor that a member may hold, for forward leaves values in members that the graph does not have [overwritten-may-be-kept]

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

struct Keeps : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = x + 1;
    features = x;
    x.relu_();
    return x.sum(1);
  }
  torch::Tensor features;
};
