// A copy that clone() makes of a module is refused where it is registered, with a way out.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear first{3, 3}, second{nullptr};
  Net() {
    register_module("first", first);
    second = std::dynamic_pointer_cast<torch::nn::LinearImpl>(first->clone());
    // CHECK: [[@LINE+2]]:{{[0-9]+}}: error: this registers a copy that clone() made, which is not supported yet: make the module anew
    // CHECK-NOT: --assume
    register_module("second", second);
  }
  torch::Tensor forward(torch::Tensor x) { return second(first(x)); }
};
