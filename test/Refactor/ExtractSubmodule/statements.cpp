// Members that declarations make and statements register. What the constructor does with their weights moves too.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=extract-submodule<name=Block;member=block>' --at=%s:44-45 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: remark: what the constructor does with the members goes into that of 'Block', so that initial values under one seed may be others
// CHECK:+struct BlockImpl : torch::nn::Module {
// CHECK-NEXT:+  BlockImpl() {
// CHECK-NEXT:+    register_module("a", a);
// CHECK-NEXT:+    register_module("b", b);
// CHECK-NEXT:+    torch::nn::init::xavier_uniform_(a->weight);
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) {
// CHECK-NEXT:+    x = a(x);
// CHECK-NEXT:+    x = b->forward(x);
// CHECK-NEXT:+    return x;
// CHECK-NEXT:+  }
// CHECK-NEXT:+
// CHECK-NEXT:+  torch::nn::Linear a{4, 8};
// CHECK-NEXT:+  torch::nn::Sequential b{torch::nn::Linear(8, 8), torch::nn::ReLU()};
// CHECK-NEXT:+};
// CHECK-NEXT:+TORCH_MODULE(Block);
// CHECK-NEXT:+
// CHECK:-    register_module("a", a);
// CHECK-NEXT:-    register_module("b", b);
// CHECK-NEXT:+    register_module("block", block);
// CHECK:-    torch::nn::init::xavier_uniform_(a->weight);
// CHECK:-    x = a(x);
// CHECK-NEXT:-    x = b->forward(x);
// CHECK-NEXT:+    x = block->forward(x);
// CHECK:-  torch::nn::Linear a{4, 8};
// CHECK-NEXT:-  torch::nn::Sequential b{torch::nn::Linear(8, 8), torch::nn::ReLU()};
// CHECK-NEXT:+  Block block;

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("a", a);
    register_module("b", b);
    register_module("c", c);
    torch::nn::init::xavier_uniform_(a->weight);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = a(x);
    x = b->forward(x);
    return c(x);
  }
  torch::nn::Linear a{4, 8};
  torch::nn::Sequential b{torch::nn::Linear(8, 8), torch::nn::ReLU()};
  torch::nn::Linear c{8, 2};
};
