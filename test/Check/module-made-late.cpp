// Where no constructor makes a module, or several places do, how it is to be registered is for the author to say: there is no fix.
// RUN: fx-clang-check --checks=module-not-registered %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=module-not-registered --fix %t.cpp -- 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: diff %s %t.cpp
#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(bool is_wide) {
    if (is_wide)
      head = torch::nn::Linear(4, 8);
    else
      head = torch::nn::Linear(4, 4);
  }
  torch::Tensor forward(torch::Tensor x) {
    late = torch::nn::Linear(4, 4);
    return head(late(x));
  }
  torch::nn::Linear late{nullptr}, head{nullptr};
};
// CHECK: warning: the module 'head' is used and never registered
// CHECK: warning: the module 'late' is used and never registered
// NONE: 0 of 2 fixed
