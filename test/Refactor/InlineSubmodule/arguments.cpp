// An argument keeps its value where the parameter is read: a number in floating point, a conversion. A parameter that forward writes is a variable of its own.
// RUN: %fx-clang-trace %s --root='Net' '--refactor=inline-submodule<target=block>' -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// CHECK:-    block = register_module("block", Block(1, width));
// CHECK-NEXT:+    drop = register_module("drop", torch::nn::Dropout(1.0 / 2));
// CHECK-NEXT:+    a = register_module("a", torch::nn::Linear(int64_t(width), int64_t(width)));
// CHECK:-    x = block(x, x);
// CHECK-NEXT:+    torch::Tensor block_x = x;
// CHECK-NEXT:+    torch::Tensor y = x;
// CHECK-NEXT:+    block_x = a(drop(block_x)) + y;
// CHECK-NEXT:+    y = block_x * y;
// CHECK-NEXT:+    x = block_x - y;
// CHECK:-  Block block{nullptr};
// CHECK-NEXT:+  torch::nn::Dropout drop{nullptr};
// CHECK-NEXT:+  torch::nn::Linear a{nullptr};

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(double p, int64_t n) {
    drop = register_module("drop", torch::nn::Dropout(p / 2));
    a = register_module("a", torch::nn::Linear(n, n));
  }
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    x = a(drop(x)) + y;
    y = x * y;
    return x - y;
  }
  torch::nn::Dropout drop{nullptr};
  torch::nn::Linear a{nullptr};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  explicit Net(int width = 4) {
    block = register_module("block", Block(1, width));
    fc = register_module("fc", torch::nn::Linear(4, 2));
  }
  torch::Tensor forward(torch::Tensor x) {
    x = block(x, x);
    return fc(x);
  }
  Block block{nullptr};
  torch::nn::Linear fc{nullptr};
};
