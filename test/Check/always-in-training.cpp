// Functions that drop or normalise are told the mode; what does not say is in training in eval() too. Under a condition, and outside of forward, it may be meant.
// RUN: fx-clang-check --checks=always-in-training %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=always-in-training --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
#include <torch/torch.h>

namespace F = torch::nn::functional;

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = F::dropout(x);                                 // first
    x = F::dropout(x, F::DropoutFuncOptions().p(0.2)); // second
    x = torch::dropout(x, 0.5, true);                  // third
    x = F::dropout(x, F::DropoutFuncOptions().training(is_training()));
    x = torch::dropout(x, 0.5, is_training());
    if (samples) x = F::dropout(x);
    x = samples ? torch::dropout(x, 0.5, true) : x;
    auto apart = [](torch::Tensor y) { return torch::dropout(y, 0.1, true); };
    auto within = [&](torch::Tensor y) { return torch::dropout(y, 0.1, true); };
    return F::dropout(apart(within(x)), options);
  }
  torch::Tensor sample(torch::Tensor x) { return torch::dropout(x, 0.5, true); }
  F::DropoutFuncOptions options;
  bool samples = false;
};

struct DropPath : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!is_training()) return x;
    return torch::dropout(x, 0.5, true);
  }
};

struct Layers : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::nn::Dropout(0.5)(x); // made
    torch::nn::Dropout2d local(torch::nn::Dropout2dOptions(0.1));
    x = local->forward(local(x)); // local
    torch::nn::Dropout quiet(0.1), same(shared), own = shared;
    quiet->eval();
    x = own(same(quiet(torch::nn::ReLU()(x))));
    if (x.size(0) > 1) norm->train();
    norm->train(is_training());
    norm->train(); // on
    return norm(x);
  }
  torch::nn::Dropout shared{register_module("shared", torch::nn::Dropout(0.2))};
  torch::nn::BatchNorm1d norm{register_module("norm", torch::nn::BatchNorm1d(4))};
};

torch::Tensor augmented(torch::Tensor x) {
  return F::dropout(x); // no module, no mode
}

// CHECK: warning: this is always in training, in eval() too: the options of 'dropout' train where nothing else is said [always-in-training]
// CHECK-NEXT: // first
// CHECK: warning: this is always in training
// CHECK-NEXT: // second
// CHECK: warning: this is always in training, in eval() too: the mode of the module is is_training()
// CHECK-NEXT: // third
// CHECK: warning: this is always in training
// CHECK-NEXT: auto apart
// CHECK: warning: this is always in training
// CHECK-NEXT: auto within
// CHECK: warning: this is always in training, in eval() too: eval() does not reach a 'Dropout' that forward makes; make it in the constructor, and register it
// CHECK-NEXT: // made
// CHECK: warning: this is always in training, in eval() too: eval() does not reach a 'Dropout2d'
// CHECK-NEXT: // local
// CHECK: warning: this is always in training, in eval() too: eval() does not reach a 'Dropout2d'
// CHECK-NEXT: // local
// CHECK: warning: this is always in training, in eval() too: forward puts it into training, whatever eval() has said
// CHECK-NEXT: // on
// FIXED: x = F::dropout(x, torch::nn::functional::DropoutFuncOptions().training(is_training()));
// FIXED: x = F::dropout(x, F::DropoutFuncOptions().p(0.2).training(is_training()));
// FIXED: x = torch::dropout(x, 0.5, is_training());
// A lambda that does not capture the module cannot ask it.
// FIXED: auto apart = [](torch::Tensor y) { return torch::dropout(y, 0.1, true); };
// FIXED: auto within = [&](torch::Tensor y) { return torch::dropout(y, 0.1, is_training()); };
