// Captures by reference see later changes, captures by value do not; this is captured, too.
// RUN: fx-clang-trace %s --emit=fx -- | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear fc = register_module("fc", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) {
    int n = 1;
    auto by_value = [n](torch::Tensor t) { return t + n; };
    auto by_reference = [&](torch::Tensor t) { return fc(t) + n; };
    n = 5;
    return by_reference(by_value(x));
  }
};

// CHECK: %add : {{.*}}operator.add](args = (%x, 1), kwargs
// CHECK: %fc : {{.*}}call_module[target=fc](args = (%add,), kwargs
// CHECK: %add_1 : {{.*}}operator.add](args = (%fc, 5), kwargs
