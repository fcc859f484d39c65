// Tensor operators keep the order of operands; compound ones mutate.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    auto z = 2 - x / y;
    z += y;
    z *= 0.5;
    z.clamp_(0, 1);
    return (z > 0.5) == -y;
  }
};

// CHECK: %truediv : {{.*}}operator.truediv](args = (%x, %y)
// CHECK: %sub : {{.*}}operator.sub](args = (2, %truediv)
// CHECK: %add_ : {{.*}}call_method[target=add_](args = (%sub, %y)
// CHECK: %mul_ : {{.*}}call_method[target=mul_](args = (%add_, 0.5)
// CHECK: %clamp_ : {{.*}}call_method[target=clamp_](args = (%mul_, 0, 1)
// CHECK: %gt : {{.*}}operator.gt](args = (%mul_, 0.5)
// CHECK: %neg : {{.*}}operator.neg](args = (%y,)
// CHECK: %eq : {{.*}}operator.eq](args = (%gt, %neg)
