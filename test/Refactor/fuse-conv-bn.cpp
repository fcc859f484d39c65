// A pass that moves arithmetic of parameters into forward: statements in the style of the file.
// RUN: %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    conv =
        register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 8, 3).bias(false)));
    norm = register_module("norm", torch::nn::BatchNorm2d(8));
  }
  // CHECK:-    x = conv->forward(x);
  // CHECK-NEXT:-    x = torch::relu(norm->forward(x));
  // CHECK-NEXT:+    auto mul = torch::rsqrt(norm->running_var + 1e-05) * norm->weight;
  // CHECK-NEXT:+    x = torch::relu(torch::conv2d(x, conv->weight * mul.reshape({-1, 1, 1, 1}),
  // CHECK-NEXT:+                                  ((-norm->running_mean) * mul) + norm->bias));
  torch::Tensor forward(torch::Tensor x) {
    x = conv->forward(x);
    x = torch::relu(norm->forward(x));
    return x;
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
