// The edited file has it registered, and nothing is left to do.
// RUN: cp %s %t.cpp && fx-clang-trace %t.cpp --root=Net --refactor=register-member -i -- 2>/dev/null
// RUN: fx-clang-trace %t.cpp --root=Net -- | FileCheck %s
// RUN: not fx-clang-trace %t.cpp --root=Net --refactor=register-member -- 2>&1 | FileCheck %s --check-prefix=AGAIN
// AGAIN: [member-registered-already]
// CHECK: fc: torch::nn::Linear
// CHECK-NOT: unregistered

#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc{4, 4};
};
