// A graph has no handlers: that the operators in a try block do not throw is taken for granted, and
// said.
// RUN: fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: :[[@LINE+1]]:5: remark: the operators in this 'try' are taken not to throw: the graph has no handlers
    try {
      x = x.view({2, 3});
    } catch (const c10::Error&) {
      x = x * 2;
    }
    // CHECK-NOT: remark
    try {
      x = x + 1;
    } catch (int) {
      x = x * 2;
    }
    return x;
  }
};
