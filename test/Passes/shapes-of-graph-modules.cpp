// A call of a part of the graph has the shape of what the part returns, one value or several.
// RUN: %fx-clang-trace %s --input x=4x6 '--passes=split-module<by=size;size=2>' --print-meta -- | FileCheck %s

// CHECK:      {{^}}graph():
// CHECK:      %submod_0 : {{.*}}call_module[target=submod_0](args = (%x,)
// CHECK-NEXT: %getitem : {{.*}}tensor_meta: {"shape": (4, 6)
// CHECK-NEXT: %getitem_1 : {{.*}}tensor_meta: {"shape": (6, 4)
// CHECK-NEXT: %submod_1 : {{.*}}tensor_meta: {"shape": (4, 4)
// CHECK-NEXT: return %submod_1

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::relu(x);
    auto z = x.transpose(0, 1);
    return torch::matmul(y, z).neg();
  }
};
