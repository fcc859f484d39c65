// What a module computes in the constructor depends on weights that generated code draws anew.
// RUN: not fx-clang-trace %s --root=Kept -- 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not fx-clang-trace %s --root=Written -- 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not fx-clang-trace %s --root=Used -- 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not fx-clang-trace %s --root=InPlace -- 2>&1 | FileCheck %s --check-prefix=INPLACE
// RUN: not fx-clang-trace %s --root=HandedOn -- 2>&1 | FileCheck %s --check-prefix=HANDED
// RUN: not fx-clang-trace %s --root=Out -- 2>&1 | FileCheck %s --check-prefix=OUT
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

// What a module writes to, or hands on, may be a tensor that the model keeps.
struct InPlace : torch::nn::Module {
  InPlace() : relu(torch::nn::ReLUOptions(true)) {
    auto values = torch::arange(4) - 2;
    // INPLACE: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} [result-of-a-trial]
    relu(values);
    start = register_buffer("start", values);
  }
  torch::Tensor forward(torch::Tensor x) { return x + start; }
  torch::nn::ReLU relu;
  torch::Tensor start;
};

struct HandedOn : torch::nn::Module {
  HandedOn() {
    start = register_buffer("start", torch::zeros({4}));
    auto same = identity(start.view({2, 2}));
    // HANDED: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} [result-of-a-trial]
    same.fill_(3);
  }
  torch::Tensor forward(torch::Tensor x) { return x + start; }
  torch::nn::Identity identity;
  torch::Tensor start;
};

struct Out : torch::nn::Module {
  Out() {
    fc = register_module("fc", torch::nn::Linear(4, 4));
    start = register_buffer("start", torch::zeros({4}));
    torch::NoGradGuard guard;
    auto drawn = fc(torch::ones({4}));
    // OUT: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} [result-of-a-trial]
    torch::add_out(start, drawn, drawn);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x) + start; }
  torch::nn::Linear fc{nullptr};
  torch::Tensor start;
};
