// Each class keeps its own way with modules.
// RUN: %fx-clang-trace %s --root=InClass --refactor='functional-to-module<operation=relu>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=CLASS
// RUN: %fx-clang-trace %s --root=Initializers --refactor='functional-to-module<operation=relu>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=INIT
// RUN: %fx-clang-trace %s --root=Statements --refactor='functional-to-module<operation=relu>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=STATEMENT
// RUN: %fx-clang-trace %s --root=None --refactor='functional-to-module<operation=relu>' -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=NONE

#include <torch/torch.h>

namespace nn = torch::nn;

// CLASS:   nn::Linear fc{register_module("fc", nn::Linear(2, 3))};
// CLASS-NEXT:+  nn::ReLU relu{register_module("relu", nn::ReLU())};
struct InClass : nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  nn::Linear fc{register_module("fc", nn::Linear(2, 3))};
};

// INIT:-  explicit Initializers(int64_t n = 3) : fc(register_module("fc", nn::Linear(2, n))), n_(n) {}
// INIT:+  explicit Initializers(int64_t n = 3) : fc(register_module("fc", nn::Linear(2, n))), relu(register_module("relu", nn::ReLU())), n_(n) {}
// INIT:   nn::Linear fc;
// INIT-NEXT:+  nn::ReLU relu{nullptr};
// clang-format off
struct Initializers : nn::Module {
  explicit Initializers(int64_t n = 3) : fc(register_module("fc", nn::Linear(2, n))), n_(n) {}
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  nn::Linear fc;
  int64_t n_;
};
// clang-format on

// STATEMENT:+  Statements() { register_module("fc", fc); register_module("relu", relu); }
struct Statements : nn::Module {
  Statements() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }
  nn::Linear fc{2, 3};
};

// NONE:+  torch::nn::ReLU relu{register_module("relu", torch::nn::ReLU())};
struct None : nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::relu(x); }
};
