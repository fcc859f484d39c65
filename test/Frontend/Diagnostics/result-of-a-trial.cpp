// What a module computes in the constructor depends on weights that generated code draws anew.
// RUN: not fx-clang-trace %s --root=Kept -- 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not fx-clang-trace %s --root=Written -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not fx-clang-trace %s --root=Used -- 2>&1 | FileCheck %s --check-prefix=USED
#include <torch/torch.h>

struct Kept : torch::nn::Module {
  Kept() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    // KEPT: :[[@LINE+1]]:13: error: this keeps what a module returned when the constructor ran it: {{.*}} [result-of-a-trial]
    start = register_buffer("start", fc(torch::ones({4})).detach());
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + start; }
  torch::nn::Linear fc{nullptr};
  torch::Tensor start;
};

struct Written : torch::nn::Module {
  Written() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    start = register_buffer("start", torch::zeros({4}));
    // WRITTEN: :[[@LINE+1]]:11: error: this keeps what a module returned when the constructor ran it: {{.*}} [result-of-a-trial]
    start.copy_(fc(torch::ones({4})).detach());
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + start; }
  torch::nn::Linear fc{nullptr};
  torch::Tensor start;
};

struct Used : torch::nn::Module {
  Used() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    start = fc(torch::ones({4}));
  }
  // USED: :[[@LINE+1]]:59: error: this keeps what a module returned when the constructor ran it: {{.*}} [result-of-a-trial]
  torch::Tensor forward(torch::Tensor x) { return fc(x) + start; }
  torch::nn::Linear fc{nullptr};
  torch::Tensor start;
};
