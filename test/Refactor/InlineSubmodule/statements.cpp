// Members that declarations make and statements register; what the call was given gets a variable. The place of the call names the submodule.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=inline-submodule' --at=%s:32 -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:-    register_module("block", block);
// CHECK-NEXT:+    register_module("a", a);
// CHECK-NEXT:+    register_module("b", b);
// CHECK:-    x = c(block(x.relu()));
// CHECK-NEXT:+    torch::Tensor block_x = x.relu();
// CHECK-NEXT:+    x = c(b->forward(a(block_x)));
// CHECK:-  Block block;
// CHECK-NEXT:+  torch::nn::Linear a{4, 8};
// CHECK-NEXT:+  torch::nn::Sequential b{torch::nn::Linear(8, 8), torch::nn::ReLU()};

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl() {
    register_module("a", a);
    register_module("b", b);
  }
  torch::Tensor forward(torch::Tensor x) { return b->forward(a(x)); }
  torch::nn::Linear a{4, 8};
  torch::nn::Sequential b{torch::nn::Linear(8, 8), torch::nn::ReLU()};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    register_module("block", block);
    register_module("c", c);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = c(block(x.relu()));
    return x;
  }
  Block block;
  torch::nn::Linear c{8, 2};
};
