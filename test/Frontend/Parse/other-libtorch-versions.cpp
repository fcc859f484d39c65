// Code for a newer or an older LibTorch is read as the installed one would have it, and told.
// RUN: fx-clang-trace %s --root='Net()' -- 2>&1 | FileCheck %s --check-prefixes=CHECK%if !installed-libtorch-2 %{,BEFORE-2%}
// RUN: not fx-clang-trace %s --root='Old()' -- 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: %if !installed-libtorch-2 %{not fx-clang-trace %s --root='New()' -- 2>&1 | FileCheck %s --check-prefix=NEW%}
// BEFORE-2-DAG: remark: newer LibTorch makes an undefined tensor from nullptr: read as {}
// CHECK-DAG: remark: older LibTorch's option 'with_bias' is called 'bias' now
// CHECK-DAG: remark: older LibTorch's AT_CHECK is called TORCH_CHECK now
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    fc = register_module("fc", torch::nn::Linear(torch::nn::LinearOptions(2, 2).with_bias(false)));
  }
  torch::Tensor forward(torch::Tensor x) {
    AT_CHECK(x.dim() == 2, "a matrix");
    if (bias.defined()) x = x + bias;
    return fc->forward(x);
  }
  torch::Tensor bias{nullptr};
  torch::nn::Linear fc{nullptr};
};
// CHECK: fc: torch::nn::Linear(in_features = 2, out_features = 2) {bias = False}
// CHECK: return %fc

struct Old : torch::nn::Module {
  // OLD: other-libtorch-versions.cpp:[[@LINE+2]]:{{[0-9]+}}: error: no member named 'BatchNorm' in namespace 'torch::nn'
  // OLD: note: older LibTorch: BatchNorm1d, BatchNorm2d or BatchNorm3d now
  Old() { register_module("bn", torch::nn::BatchNorm(8)); }
  torch::Tensor forward(torch::Tensor x) { return x; }
};

struct New : torch::nn::Module {
  // NEW: other-libtorch-versions.cpp:[[@LINE+2]]:{{[0-9]+}}: error: no member named 'LPPool3d' in namespace 'torch::nn'
  // NEW: note: newer LibTorch, from version 2.3
  New() { register_module("pool", torch::nn::LPPool3d(2, 3)); }
  torch::Tensor forward(torch::Tensor x) { return x; }
};
