// References to elements of a list that an operator returned give the list other elements.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto parts = x.split({2, 4}, 1);
    auto& second = parts[1];
    second = second * 2;
    auto best = x.topk(2, 1);
    auto& [values, indices] = best;
    values = values + indices;
    for (auto& part : parts)
      part = part.tanh();
    return torch::cat(parts, 1).sum() + std::get<0>(best).sum();
  }
};

// CHECK: %split : {{.*}}call_method[target=split]
// CHECK: %getitem : {{.*}}operator.getitem](args = (%split, 1)
// CHECK: %mul : {{.*}}operator.mul](args = (%getitem, 2)
// CHECK: %getitem_1 : {{.*}}operator.getitem](args = (%split, 0)
// CHECK: %tanh : {{.*}}call_method[target=tanh](args = (%getitem_1,)
// CHECK: %tanh_1 : {{.*}}call_method[target=tanh](args = (%mul,)
// CHECK: %cat : {{.*}}torch.cat](args = ([%tanh, %tanh_1], 1)
