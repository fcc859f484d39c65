// Blocks of one class with other strides: the new code reads the option from the module, and says the literal of
// what all of them have alike from a literal of the source.
// RUN: %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --match-full-lines --strict-whitespace
// RUN: fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite --input 2x3x8x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t in, int64_t out, int64_t stride) {
    conv = register_module(
        "conv", torch::nn::Conv2d(
                    torch::nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)));
    norm = register_module("norm", torch::nn::BatchNorm2d(out));
  }
  // CHECK:-    x = norm->forward(conv->forward(x));
  // CHECK-NEXT:+    auto mul = torch::rsqrt(norm->running_var + 1e-05) * norm->weight;
  // CHECK-NEXT:+    x = torch::conv2d(x, conv->weight * mul.reshape({-1, 1, 1, 1}),
  // CHECK-NEXT:+                      ((-norm->running_mean) * mul) + norm->bias, conv->options.stride(), 1);
  torch::Tensor forward(torch::Tensor x) {
    x = norm->forward(conv->forward(x));
    return torch::relu(x);
  }
  torch::nn::Conv2d conv{nullptr};
  torch::nn::BatchNorm2d norm{nullptr};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  NetImpl() {
    layers->push_back(Block(3, 8, 1));
    layers->push_back(Block(8, 8, 2));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
TORCH_MODULE(Net);
