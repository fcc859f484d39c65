// What an opaque call could have changed is not known after it; a tensor stays the tensor it is.
// RUN: not fx-clang-trace %s -- 2>&1 | FileCheck %s
#include <torch/torch.h>
void prepare(torch::Tensor& x, int& times);
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    int times = 2;
    prepare(x, times);
    // CHECK: opaque-call-changes-arguments.cpp:[[@LINE+2]]:{{[0-9]+}}: error: the condition of this loop needs a value that is not known
    // CHECK: note: 'prepare' may change it
    for (int i = 0; i < times; ++i)
      x = torch::relu(x);
    return x;
  }
};
