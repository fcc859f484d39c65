// A form in place is the operation only where nothing else reads what it has overwritten: not a value
// that is used behind it, a view of one, an input or a parameter. Who reads the variable behind a call whose result
// nobody takes reads that result.
// RUN: fx-clang-trace %s --root=alone --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: fx-clang-trace %s --root=used --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fx-clang-trace %s --root=view --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fx-clang-trace %s --root=discarded --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: fx-clang-trace %s --root=discarded_view --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fx-clang-trace %s --root=discarded_input --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: fx-clang-trace %s --root=input --rules=%S/Inputs/relu-to-gelu.cpp -- 2>&1 | FileCheck %s --check-prefix=NONE
// ONE: applied in 1 place
// NONE: applied in 0 places
// NONE: relu_
#include <torch/torch.h>

torch::Tensor alone(torch::Tensor x) {
  auto y = x + 1;
  return y.relu_() * 2;
}
torch::Tensor used(torch::Tensor x) {
  auto y = x + 1;
  auto z = y.relu_();
  return y * z;
}
torch::Tensor view(torch::Tensor x) {
  auto y = x + 1;
  auto part = y.slice(0, 0, 1);
  auto z = y.relu_();
  return part * z;
}
torch::Tensor discarded(torch::Tensor x) {
  auto y = x + 1;
  y.relu_();
  return y * 2;
}
torch::Tensor discarded_view(torch::Tensor x) {
  auto y = x + 1;
  auto part = y.slice(0, 0, 1);
  y.relu_();
  return part;
}
torch::Tensor discarded_input(torch::Tensor x) {
  x.relu_();
  return x * 2;
}
torch::Tensor input(torch::Tensor x) {
  return x.relu_();
}
