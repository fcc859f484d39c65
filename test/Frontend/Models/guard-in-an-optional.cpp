// A guard in a std::optional is entered by emplace and left by reset.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <optional>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::optional<torch::NoGradGuard> guard;
    // CHECK: placeholder
    // CHECK-NEXT: call_method[target=sin]
    x = x.sin();
    // CHECK-NEXT: %no_grad : {{.*}}call_function[target=torch.no_grad](args = ()
    // CHECK-NEXT: call_method[target=__enter__](args = (%no_grad,)
    // CHECK-NEXT: call_method[target=cos]
    guard.emplace();
    x = x.cos();
    // CHECK-NEXT: call_method[target=__exit__](args = (%no_grad, None, None, None)
    // CHECK-NEXT: call_method[target=tan]
    guard.reset();
    return x.tan();
  }
};
