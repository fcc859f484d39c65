// What a constructor computes from an element of a parameter has the parameter's gradients, which no module keeps.
// REQUIRES: libtorch
// RUN: not fx-clang-trace %s --emit=fx -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor weight, doubled;
  Net() {
    weight = register_parameter("weight", torch::randn({2, 3}));
    doubled = weight[0] * 2;
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK: [[@LINE+1]]:{{[0-9]+}}: error: gradients of this tensor flow into a parameter, from which the constructor computes it
    return x + doubled;
  }
};
