// Operands that do not fit, with the inputs that a comment or a .fx-clang says or that are guessed, are an error with both places; so that CI sees what the editor shows.
// RUN: not fx-clang-check %s -- 2>&1 | FileCheck %s
// RUN: fx-clang-check --checks=-example-fails %s -- 2>&1 | count 0
#include <torch/torch.h>

// fx: x=2x8
struct Net : torch::nn::Module {
  Net() { fc = register_module("fc", torch::nn::Linear(7, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    x = x.relu();
    return fc(x);
  }
  torch::nn::Linear fc{nullptr};
};
// CHECK: :[[@LINE-4]]:12: error: {{.*}}mat1 and mat2 shapes cannot be multiplied (2x8 and 7x4){{.*}} [example-fails]
// CHECK: note:
// CHECK: 0 warnings, 1 error
