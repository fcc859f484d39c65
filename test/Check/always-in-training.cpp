// Functions that drop or normalise are told the mode; what does not say is in training in eval() too.
// RUN: fx-clang-check --checks=always-in-training %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=always-in-training --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
// RUN: fx-clang-check --checks=always-in-training %t.cpp -- 2>&1 | count 0
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = F::dropout(x);
    x = F::dropout(x, F::DropoutFuncOptions().p(0.2));
    x = torch::dropout(x, 0.5, true);
    x = F::dropout(x, F::DropoutFuncOptions().training(is_training()));
    x = torch::dropout(x, 0.5, is_training());
    return F::dropout(x, options);
  }
  F::DropoutFuncOptions options;
};
torch::Tensor augmented(torch::Tensor x) {
  return F::dropout(x); // no module, no mode
}

// CHECK: :[[@LINE-13]]:9: warning: this is always in training, in eval() too: the options of 'dropout' train where nothing else is said [always-in-training]
// CHECK: :[[@LINE-13]]:9: warning: this is always in training
// CHECK: :[[@LINE-13]]:32: warning: this is always in training, in eval() too: the mode of the module is is_training()
// FIXED: x = F::dropout(x, torch::nn::functional::DropoutFuncOptions().training(is_training()));
// FIXED: x = F::dropout(x, F::DropoutFuncOptions().p(0.2).training(is_training()));
// FIXED: x = torch::dropout(x, 0.5, is_training());
