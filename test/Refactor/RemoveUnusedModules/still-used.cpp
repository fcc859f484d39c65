// A member that other code uses stays, and is named.
// RUN: not fx-clang-trace %s --root=Net --refactor=remove-unused-modules -- 2>&1 | FileCheck %s
// CHECK: error: the member 'old' cannot be taken out: other code uses it [member-still-used]
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(2, 2))};
  torch::nn::Linear old{register_module("old", torch::nn::Linear(2, 2))};
};

torch::Tensor weight_of(Net& net) {
  return net.old->weight;
}
