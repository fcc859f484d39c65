// A module registered twice is one module; calls use the path of the first place.
// RUN: fx-clang-trace %s -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    torch::nn::Linear shared(4, 4);
    a = register_module("a", shared);
    b = register_module("b", shared);
  }
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  torch::nn::Linear a{nullptr}, b{nullptr};
};

// CHECK: a: torch::nn::Linear(in_features = 4, out_features = 4)
// CHECK: b: alias of a
// CHECK: %a : {{.*}}call_module[target=a](args = (%x,)
// CHECK: %a_1 : {{.*}}call_module[target=a](args = (%a,)
