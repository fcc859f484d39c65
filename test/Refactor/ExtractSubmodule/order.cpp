// Modules that are made between come behind: a remark says what that changes.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:28-29 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: remark: the model makes and registers other modules between 'a' and 'b', which come behind those of 'block' now: parameters() has another order, and initial values under one seed are others
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) {
// CHECK-NEXT:+    x = a(x);
// CHECK-NEXT:+    x = torch::relu(b(x));
// CHECK-NEXT:+    return x;
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
// CHECK-NEXT:+  torch::nn::Linear b{register_module("b", torch::nn::Linear(4, 4))};
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-    x = a(x);
// CHECK-NEXT:-    x = torch::relu(b(x));
// CHECK-NEXT:+    x = block->forward(x);
// CHECK:-  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
// CHECK-NEXT:+  Block block{register_module("block", Block())};
// CHECK:-  torch::nn::Linear b{register_module("b", torch::nn::Linear(4, 4))};

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    x = torch::relu(b(x));
    return c(x);
  }
  torch::nn::Linear a{register_module("a", torch::nn::Linear(4, 4))};
  torch::nn::Linear c{register_module("c", torch::nn::Linear(4, 2))};
  torch::nn::Linear b{register_module("b", torch::nn::Linear(4, 4))};
};
