// A reference to what an operator in place returns names a variable that is not known.
// RUN: not fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto h = x * 2;
    auto& same = h.relu_();
    same.add_(1);
    same = same + 1;
    return h;
  }
};

// CHECK: [[@LINE-5]]:{{[0-9]+}}: error: what a reference names is given another value here, and the tracer does not know which variable that is
// CHECK: note: assign to the variable itself
