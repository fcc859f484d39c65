// What is gone goes with its line; a comment on the line stays.
// RUN: %fx-clang-trace %s --mode=eval --rules=inference --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    first = register_module("first", torch::nn::Dropout());
    second = register_module("second", torch::nn::Dropout());
    third = register_module("third", torch::nn::Dropout());
  }
  // CHECK:   torch::Tensor forward(torch::Tensor x) {
  // CHECK-NEXT:-    x = first->forward(x);
  // CHECK-NEXT:-    x = second->forward(x); // as in the paper
  // CHECK-NEXT:-    x = torch::relu(third(x));
  // CHECK-NEXT:+    // as in the paper
  // CHECK-NEXT:+    x = torch::relu(x);
  // CHECK-NEXT:     return x;
  torch::Tensor forward(torch::Tensor x) {
    x = first->forward(x);
    x = second->forward(x); // as in the paper
    x = torch::relu(third(x));
    return x;
  }
  torch::nn::Dropout first{nullptr}, second{nullptr}, third{nullptr};
};
