// A container of modules, and a module of the user's, are renamed as a layer is; what it holds keeps its keys.
// RUN: %fx-clang-trace %s --root=Net --refactor='rename-submodule<from=layers;to=body>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    layers->push_back(torch::nn::Linear(4, 4));
    register_module("layers", layers);
    // CHECK:-    layers->push_back(torch::nn::Linear(4, 4));
    // CHECK-NEXT:-    register_module("layers", layers);
    // CHECK-NEXT:+    body->push_back(torch::nn::Linear(4, 4));
    // CHECK-NEXT:+    register_module("body", body);
  }
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  // CHECK-NEXT:-  torch::nn::Sequential layers;
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
  // CHECK-NEXT:+  torch::nn::Sequential body;
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
