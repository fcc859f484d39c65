// Calls of what LibTorch's headers mark as deprecated, with the successor that the mark names.
// RUN: fx-clang-check --checks=deprecated-call %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=deprecated-call --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
#include <torch/torch.h>

float first(const torch::Tensor& x) {
  return *x.data<float>() + *x.data_ptr<float>();
}

// CHECK: :[[@LINE-3]]:13: warning: 'data' is deprecated: {{.*}}data_ptr{{.*}} [deprecated-call]
// FIXED: return *x.data_ptr<float>() + *x.data_ptr<float>();
