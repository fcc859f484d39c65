// A method that stands outside of its class gets a declaration there, and the definition before it.
// RUN: %fx-clang-trace %s --root=Net '--refactor=split-forward<name=head>' --at=%s:20 -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  // CHECK:+  torch::Tensor head(const torch::Tensor& x);
  // CHECK-NEXT:   torch::Tensor forward(torch::Tensor x);
  torch::Tensor forward(torch::Tensor x);
};
TORCH_MODULE(Net);

// CHECK:+torch::Tensor NetImpl::head(const torch::Tensor& x) {
// CHECK-NEXT:+  return torch::softmax(x, 1);
// CHECK-NEXT:+}
// CHECK:-  return torch::softmax(x, 1);
// CHECK-NEXT:+  return head(x);
torch::Tensor NetImpl::forward(torch::Tensor x) {
  x = torch::relu(x);
  return torch::softmax(x, 1);
}
