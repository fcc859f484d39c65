// A module that overwrites its input becomes the function that does.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = x * 2;
    // CHECK:-    auto z = act(y);
    // CHECK-NEXT:+    auto z = y.relu_();
    auto z = act(y);
    return y + z;
  }
  torch::nn::ReLU act{register_module("act", torch::nn::ReLU(torch::nn::ReLUOptions(true)))};
};
