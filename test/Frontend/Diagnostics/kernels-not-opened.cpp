// Where the kernels' plugin is missing, sizes that only it knows are not known, which is said.
// RUN: not fx-clang-trace %s --kernels=%t.so -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv = register_module("conv", torch::nn::Conv2d(1, 2, 3));
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: what sizes this has is not known, because LibTorch's kernels cannot be run: {{.*}} [kernels-not-opened]
    const int64_t inputs = conv(torch::zeros({1, 1, 8, 8})).numel();
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: this argument of an operator needs a value that is not known
    fc = register_module("fc", torch::nn::Linear(inputs, 2));
  }
  torch::Tensor forward(torch::Tensor x) { return fc(conv(x)); }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::Linear fc{nullptr};
};
