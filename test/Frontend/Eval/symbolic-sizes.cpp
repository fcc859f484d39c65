// Arithmetic on sizes becomes operator nodes.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto batch = x.size(0);
    auto sizes = x.sizes();
    return x.view({batch * 2, sizes[1] / 2, -1});
  }
};

// CHECK: %size : {{.*}}call_method[target=size](args = (%x, 0)
// CHECK: %size_1 : {{.*}}call_method[target=size](args = (%x,)
// CHECK: %mul : {{.*}}operator.mul](args = (%size, 2)
// CHECK: %getitem : {{.*}}operator.getitem](args = (%size_1, 1)
// CHECK: %floordiv : {{.*}}operator.floordiv](args = (%getitem, 2)
// CHECK: call_method[target=view](args = (%x, %mul, %floordiv, -1)
