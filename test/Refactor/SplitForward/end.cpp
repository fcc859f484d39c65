// The statements up to the return at the end: the new method returns what the old one did.
// RUN: %fx-clang-trace %s --root=Net '--refactor=split-forward<name=head>' --at=%s:19-21 -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:+  std::tuple<torch::Tensor, torch::Tensor> head(const torch::Tensor& x,
  // CHECK-NEXT:+                                                const int64_t& scale) const {
  // CHECK-NEXT:+    auto y = x * scale;
  // CHECK-NEXT:+    auto z = y + 1;
  // CHECK-NEXT:+    return {y, z};
  // CHECK-NEXT:+  }
  // CHECK:-    auto y = x * scale;
  // CHECK-NEXT:-    auto z = y + 1;
  // CHECK-NEXT:-    return {y, z};
  // CHECK-NEXT:+    return head(x, scale);
  std::tuple<torch::Tensor, torch::Tensor> forward(torch::Tensor x) const {
    int64_t scale = x.dim();
    auto y = x * scale;
    auto z = y + 1;
    return {y, z};
  }
};
