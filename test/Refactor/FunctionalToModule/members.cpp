// A function that a module computes becomes a member, which is declared, made and registered as the class does its
// others. Equal calls share one, whatever way they are spelled.
// RUN: %fx-clang-trace %s --root=Net --refactor=functional-to-module -- 2>%t.err | FileCheck %s --match-full-lines --strict-whitespace
// RUN: FileCheck %s --check-prefix=SAID --input-file=%t.err
// SAID: functional-to-module: 4 places changed
// RUN: fx-clang-trace %s --root=Net --refactor=functional-to-module --input 2x1x8x8 --verify -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  Net() {
    conv = register_module("conv", torch::nn::Conv2d(1, 4, 3));
    fc = register_module("fc", torch::nn::Linear(36, 10)); // the head
  }
  // CHECK:+    relu = register_module("relu", torch::nn::ReLU());
  // CHECK-NEXT:+    max_pool2d =
  // CHECK-NEXT:+        register_module("max_pool2d", torch::nn::MaxPool2d(torch::nn::MaxPool2dOptions({2, 2})));
  // CHECK-NEXT:+    log_softmax =
  // CHECK-NEXT:+        register_module("log_softmax", torch::nn::LogSoftmax(torch::nn::LogSoftmaxOptions(1)));
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:-    x = torch::max_pool2d(conv->forward(x).relu(), {2, 2});
    // CHECK-NEXT:-    x = F::relu(fc(x.flatten(1)));
    // CHECK-NEXT:-    return torch::log_softmax(x, 1);
    // CHECK-NEXT:+    x = max_pool2d(relu(conv->forward(x)));
    // CHECK-NEXT:+    x = relu(fc(x.flatten(1)));
    // CHECK-NEXT:+    return log_softmax(x);
    x = torch::max_pool2d(conv->forward(x).relu(), {2, 2});
    x = F::relu(fc(x.flatten(1)));
    return torch::log_softmax(x, 1);
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::Linear fc{nullptr};
  int64_t calls = 0;
};
