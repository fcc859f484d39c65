// Autograd refuses to write to a parameter while it records.
// RUN: fx-clang-check --checks=written-in-place %s -- 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: cp %s %t.cpp && fx-clang-check --checks=written-in-place --fix --quiet %t.cpp -- >/dev/null 2>&1
// RUN: FileCheck %s --check-prefix=FIXED < %t.cpp
// RUN: %torch-cxx -std=c++17 -isystem /usr/include/torch/csrc/api/include -Wno-deprecated-declarations -O0 -c %t.cpp -o %t.o
// RUN: fx-clang-check --checks=written-in-place %t.cpp -- 2>&1 | count 0
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    norm = register_module("norm", torch::nn::BatchNorm1d(4));
    scale = register_parameter("scale", torch::ones({4}));
    fixed = register_parameter("fixed", torch::ones({4}), false);
    fc->weight.fill_(0.5);
    scale.mul_(2);
    fixed.mul_(2);
    norm->running_mean.fill_(0.1);
    conv->bias.zero_();
    fc->bias.data().zero_();
    fc->bias.requires_grad_(false);
    torch::nn::init::normal_(fc->weight);
  }
  torch::nn::Linear fc{nullptr};
  torch::nn::Conv2d conv = register_module("conv", torch::nn::Conv2d(1, 1, 1));
  torch::nn::BatchNorm1d norm{nullptr};
  torch::Tensor scale, fixed;
};
struct Guarded : torch::nn::Module {
  Guarded() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    torch::NoGradGuard no_grad;
    fc->weight.fill_(0.5);
  }
  torch::nn::Linear fc{nullptr};
};

// CHECK: warning: the parameter 'weight' is written to in place while gradients are recorded, which throws [written-in-place]
// CHECK: warning: the parameter 'scale' is written to
// CHECK: warning: the parameter 'bias' is written to
// FIXED: fc->weight.data().fill_(0.5);
// FIXED: scale.data().mul_(2);
// FIXED: conv->bias.data().zero_();
