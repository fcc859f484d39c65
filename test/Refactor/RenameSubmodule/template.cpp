// In a template the names change where the template has them.
// RUN: %fx-clang-trace %s --root='Net<4>' --refactor='rename-submodule<from=fc;to=proj>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

template <int64_t width>
struct Net : torch::nn::Module {
  // CHECK:-  Net() { fc = register_module("fc", torch::nn::Linear(width, 2)); }
  // CHECK-NEXT:-  torch::Tensor forward(torch::Tensor x) { return this->fc(x); }
  // CHECK-NEXT:-  torch::nn::Linear fc{nullptr};
  // CHECK-NEXT:+  Net() { proj = register_module("proj", torch::nn::Linear(width, 2)); }
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return this->proj(x); }
  // CHECK-NEXT:+  torch::nn::Linear proj{nullptr};
  Net() { fc = register_module("fc", torch::nn::Linear(width, 2)); }
  torch::Tensor forward(torch::Tensor x) { return this->fc(x); }
  torch::nn::Linear fc{nullptr};
};
