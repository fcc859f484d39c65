// Names that registrations give: one that is taken, and one that is not the member's.
// RUN: fx-clang-check --checks='registered-*' %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks='registered-*' --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
// RUN: fx-clang-check --checks='registered-*' %t.cpp -- 2>&1 | count 0
#include <torch/torch.h>

struct Net : torch::nn::Module {
  explicit Net(bool is_wide) {
    conv1 = register_module("conv1", torch::nn::Conv2d(1, 8, 3));
    conv2 = register_module("conv1", torch::nn::Conv2d(8, 8, 3));
    head = register_module("fc", torch::nn::Linear(8, 8));
    register_module("tail_", m_tail);
    register_module("tail_", m_tail);
    if (is_wide)
      wide = register_module("wide", torch::nn::Linear(8, 64));
    else
      wide = register_module("wide", torch::nn::Linear(8, 8));
    for (int i = 0; i < 2; ++i)
      many->push_back(register_module("many" + std::to_string(i), torch::nn::Linear(8, 8)));
  }
  explicit Net(int) : conv1(register_module("conv1", torch::nn::Conv2d(1, 8, 3))) {
    register_module("batch_norm", bn);
    conv2 = register_module("conv1", torch::nn::Conv2d(8, 8, 3));
  }
  torch::nn::Conv2d conv1{nullptr}, conv2{nullptr};
  torch::nn::BatchNorm2d bn{8};
  torch::nn::Linear head{nullptr}, m_tail{8, 8}, wide{nullptr};
  torch::nn::ModuleList many;
};

// CHECK: :[[@LINE-21]]:29: warning: the name 'conv1' is registered twice in this constructor, which throws [registered-again]
// CHECK: :[[@LINE-23]]:29: note: it is registered here first
// CHECK: :[[@LINE-22]]:28: warning: the member 'head' is registered as 'fc' [registered-under-another-name]
// CHECK: note: the member is declared here
// CHECK: :[[@LINE-22]]:21: warning: the name 'tail_' is registered twice
// CHECK: :[[@LINE-13]]:29: warning: the name 'conv1' is registered twice

// FIXED: conv2 = register_module("conv2",
// FIXED-NEXT: head = register_module("head",
// FIXED-NEXT: register_module("tail_", m_tail);
// FIXED-NEXT: if (is_wide)
