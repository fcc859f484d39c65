// A member that one statement makes and another registers, and one that nothing registers.
// RUN: %fx-clang-trace %s --root=Net --refactor=module-to-functional,remove-unused-modules -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    // CHECK:-    relu = torch::nn::ReLU();
    // CHECK:-    register_module("relu", relu);
    relu = torch::nn::ReLU();
    fc = torch::nn::Linear(4, 4);
    register_module("relu", relu);
    register_module("fc", fc);
  }
  // CHECK:-  torch::Tensor forward(torch::Tensor x) { return soft(relu(fc(x))); }
  // CHECK-NEXT:-  torch::nn::ReLU relu{nullptr};
  // CHECK-NEXT:+  torch::Tensor forward(torch::Tensor x) { return torch::softmax(torch::relu(fc(x)), 1); }
  // CHECK:-  torch::nn::Softmax soft{1};
  torch::Tensor forward(torch::Tensor x) { return soft(relu(fc(x))); }
  torch::nn::ReLU relu{nullptr};
  torch::nn::Linear fc{nullptr};
  torch::nn::Softmax soft{1};
};
