// Another function of the same namespace: its name changes, and nothing else.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

// clang-format off: the blanks are the point
struct Net : torch::nn::Module {
  // CHECK:-    x = torch::dropout( torch::relu( x ), 0.5, is_training() );   /* odd */
  // CHECK-NEXT:+    x = torch::dropout( torch::gelu( x ), 0.5, is_training() );   /* odd */
  // CHECK-NEXT:     return x;
  torch::Tensor forward(torch::Tensor x) {
    x = torch::dropout( torch::relu( x ), 0.5, is_training() );   /* odd */
    return x;
  }
};
