// A bare Sequential as the root, written on the command line or made by a function.
// RUN: fx-clang-trace %s --root='torch::nn::Sequential(torch::nn::Linear(3, 4), torch::nn::ReLU())' --emit=fx -- | FileCheck %s
// RUN: fx-clang-trace %s --root='make_model(4)' --emit=fx -- | FileCheck %s
// RUN: not fx-clang-trace %s --root='make_model(4); } int x() { return 1' -- 2>&1 | FileCheck %s --check-prefix=ONE
#include <torch/torch.h>
torch::nn::Sequential make_model(int width) {
  return torch::nn::Sequential(torch::nn::Linear(3, width), torch::nn::ReLU());
}
// CHECK:      %input_1 : [num_users=1] = placeholder[target=input]
// CHECK-NEXT: %_0 : [num_users=1] = call_module[target=0](args = (%input_1,), kwargs = {})
// CHECK-NEXT: %_1 : [num_users=1] = call_module[target=1](args = (%_0,), kwargs = {})
// ONE: --root:1:14: error: expected ')'
