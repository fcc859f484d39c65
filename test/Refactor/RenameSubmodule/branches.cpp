// The name changes in branches and constructors that the trace does not take, and where a method replaces the module.
// RUN: %fx-clang-trace %s --root=Net '--refactor=rename-submodule<from=fc;to=proj>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(bool has_bias = true) {
    // CHECK:-      fc = register_module("fc", torch::nn::Linear(4, 4));
    // CHECK-NEXT:+      proj = register_module("proj", torch::nn::Linear(4, 4));
    // CHECK-NEXT:     else
    // CHECK-NEXT:-      fc = register_module("fc", torch::nn::Linear(torch::nn::LinearOptions(4, 4).bias(false)));
    // CHECK-NEXT:+      proj = register_module("proj", torch::nn::Linear(torch::nn::LinearOptions(4, 4).bias(false)));
    // clang-format off
    if (has_bias)
      fc = register_module("fc", torch::nn::Linear(4, 4));
    else
      fc = register_module("fc", torch::nn::Linear(torch::nn::LinearOptions(4, 4).bias(false)));
    // clang-format on
  }
  // CHECK:-  void grow(int64_t n) { fc = replace_module("fc", torch::nn::Linear(4, n)); }
  // CHECK:+  void grow(int64_t n) { proj = replace_module("proj", torch::nn::Linear(4, n)); }
  void grow(int64_t n) { fc = replace_module("fc", torch::nn::Linear(4, n)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{nullptr};
};
