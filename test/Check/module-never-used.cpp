// A module that nothing calls has weights in vain. The fix takes away what declares and makes it, where that is all.
// RUN: fx-clang-check --checks=module-never-used %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=module-never-used --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    used = register_module("used", torch::nn::Linear(4, 4));
    old = register_module("old", torch::nn::Linear(4, 4));
    passed = register_module("passed", torch::nn::Linear(4, 4));
    other = shared = register_module("shared", torch::nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) { return other(apply(passed, used(x))); }
  static torch::Tensor apply(torch::nn::Linear layer, torch::Tensor x) { return layer(x); }
  torch::nn::Linear used{nullptr};
  torch::nn::Linear old{nullptr};
  torch::nn::Linear passed{nullptr};
  torch::nn::Linear shared{nullptr}, other{nullptr};
};

// All that is registered may be meant where a method asks for it, or where forward lies elsewhere.
struct Listing : torch::nn::Module {
  Listing() { first = register_module("first", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    for (auto& child : children())
      x = child->as<torch::nn::Linear>()->forward(x);
    return x;
  }
  torch::nn::Linear first{nullptr};
};
struct Elsewhere : torch::nn::Module {
  Elsewhere() { first = register_module("first", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x);
  torch::nn::Linear first{nullptr};
};

// CHECK: :[[@LINE-21]]:21: warning: the module 'old' is made and never used [module-never-used]
// CHECK: :[[@LINE-29]]:5: note: it is made here
// CHECK: warning: the module 'shared' is made and never used
// FIXED: used = register_module("used", torch::nn::Linear(4, 4));
// FIXED-NEXT: passed =
// FIXED-NEXT: other = shared = register_module("shared",
// FIXED: torch::nn::Linear used{nullptr};
// FIXED-NEXT: torch::nn::Linear passed{nullptr};
// FIXED: All that is registered
