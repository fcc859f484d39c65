// A constructor that registers the module already, or may return before its end, and a registration in another method.
// RUN: not fx-clang-trace %s --root=Branch --refactor=register-member -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Early --refactor=register-member -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root=Method --refactor=register-member -- 2>&1 | FileCheck %s
// CHECK: error: 'fc' cannot be registered in all constructors: another branch or method registers a module of this name, or a constructor may return before its end [member-registered-elsewhere]

#include <torch/torch.h>

struct Branch : torch::nn::Module {
  explicit Branch(bool is_registered = false) : fc(4, 4) {
    if (is_registered) register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc;
};

struct Early : torch::nn::Module {
  explicit Early(bool is_quick = true) : fc(4, 4) {
    if (is_quick) return;
    torch::nn::init::zeros_(fc->weight);
  }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc;
};

struct Method : torch::nn::Module {
  Method() : fc(4, 4) {}
  void init() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  torch::nn::Linear fc;
};
