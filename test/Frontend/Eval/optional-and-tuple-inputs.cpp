// An optional input is traced as given; a tuple is one input, its parts are read from it.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x, std::tuple<torch::Tensor, torch::Tensor> state,
                        c10::optional<torch::Tensor> mask = c10::nullopt) {
    auto [h, c] = state;
    // CHECK: remark: traced as if 'mask' is given
    if (mask.has_value()) x = x * mask.value();
    if (mask != c10::nullopt) x = x + 1;
    return torch::einsum("ij,ij->i", {x, h}) + c;
  }
};
// CHECK: %state : {{.*}}placeholder[target=state]
// CHECK: %mask : {{.*}}placeholder[target=mask](default=None)
// CHECK: operator.getitem](args = (%state, 0)
// CHECK: operator.mul](args = (%x, %mask)
// CHECK: operator.add](args = (%mul, 1)
// CHECK: torch.functional.einsum](args = (ij,ij->i, %add, %getitem)
