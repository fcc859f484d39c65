// A block that the model has several times gets one member, in its class; the name is one that the class does not
// have.
// RUN: %fx-clang-trace %s --root=Net --refactor=functional-to-module -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  explicit BlockImpl(int64_t width) {
    fc = register_module("fc", torch::nn::Linear(width, width));
    // CHECK:+    relu1 = register_module("relu1", torch::nn::ReLU());
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:-    auto relu = torch::relu(fc(x));
    // CHECK-NEXT:+    auto relu = relu1(fc(x));
    auto relu = torch::relu(fc(x));
    return relu + x;
  }
  torch::nn::Linear fc{nullptr};
  // CHECK:+  torch::nn::ReLU relu1{nullptr};
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    a = register_module("a", Block(4));
    b = register_module("b", Block(4));
  }
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  Block a{nullptr}, b{nullptr};
};
