// The statement that goes declares the variable that the next one gives its value: that one declares it then, in
// every run.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Block : torch::nn::Module {
  explicit Block(int64_t stride)
      : conv(register_module("conv",
                             torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3).stride(stride)))) {
  }
  // CHECK:-    auto out = conv->forward(x);
  // CHECK-NEXT:-    out = norm->forward(out);
  // CHECK-NEXT:+    auto mul = torch::rsqrt(norm->running_var + 1e-05) * norm->weight;
  // CHECK-NEXT:+    auto out = torch::conv2d(x, conv->weight * mul.reshape({-1, 1, 1, 1}),
  // CHECK-NEXT:+                             ((conv->bias - norm->running_mean) * mul) + norm->bias,
  // CHECK-NEXT:+                             conv->options.stride());
  torch::Tensor forward(torch::Tensor x) {
    auto out = conv->forward(x);
    out = norm->forward(out);
    return out + 1;
  }
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(4))};
};

struct Net : torch::nn::Module {
  std::shared_ptr<Block> a = register_module("a", std::make_shared<Block>(1));
  std::shared_ptr<Block> b = register_module("b", std::make_shared<Block>(2));
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};
