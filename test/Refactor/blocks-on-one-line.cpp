// A block on one line that gets statements becomes several lines, indented as the file is. What stands beside it stays
// as it is, and so does a block whose statement gets no other one.
// RUN: %fx-clang-trace %s --rules=%S/Inputs/tanh-twice.cpp --rewrite -- 2>/dev/null | FileCheck %s --strict-whitespace --match-full-lines

//      CHECK:-  torch::Tensor twice(torch::Tensor x) { x = x + 1; return torch::tanh(x * 2); } // beside it
// CHECK-NEXT:+  torch::Tensor twice(torch::Tensor x) {
// CHECK-NEXT:+    x = x + 1; auto mul = x * 2;
// CHECK-NEXT:+    return torch::sigmoid(mul) * mul;
// CHECK-NEXT:+  } // beside it
//      CHECK:-  torch::Tensor once(torch::Tensor x) { return torch::tanh(x); }
// CHECK-NEXT:+  torch::Tensor once(torch::Tensor x) { return torch::sigmoid(x) * x; }

#include <torch/torch.h>

// clang-format off
struct Net : torch::nn::Module {
  torch::Tensor twice(torch::Tensor x) { x = x + 1; return torch::tanh(x * 2); } // beside it


  torch::Tensor once(torch::Tensor x) { return torch::tanh(x); }


  torch::Tensor forward(torch::Tensor x) { return twice(once(x)); }
};
