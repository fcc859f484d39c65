// A reference to what an operator in place returns of an element names a place that is not known.
// RUN: not fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>
#include <vector>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    std::vector<torch::Tensor> list{x * 2};
    auto& same = list.front().relu_();
    same.add_(1);
    same = same + 1;
    return list[0];
  }
};

// CHECK: [[@LINE-5]]:{{[0-9]+}}: error: what a reference names is given another value here, and the tracer does not know which variable that is
// CHECK: note: assign to the variable itself
