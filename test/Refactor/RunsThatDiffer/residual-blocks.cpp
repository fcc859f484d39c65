// The residual blocks of a ResNet: what a Sequential runs by itself is written out, and remarks say what the new code
// takes for granted.
// RUN: %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s
// RUN: fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite --input 2x4x8x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// CHECK: remark: the new code is for objects whose 'bias' is false, as here: no literal in the source says that it always is
// CHECK: remark: the new code is for objects whose 'down' has 2 modules of these classes, as here: the class does not say that it always has
// SAME: eval: the same in 2 calls

#include <torch/torch.h>

torch::nn::Conv2dOptions conv3x3(int64_t in, int64_t out, int64_t stride) {
  return torch::nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false);
}

struct BlockImpl : torch::nn::Module {
  BlockImpl(int64_t in, int64_t out, int64_t stride)
      : conv1(conv3x3(in, out, stride)), norm1(out),
        conv2(torch::nn::Conv2dOptions(out, out, 3).padding(1).bias(false)), norm2(out) {
    register_module("conv1", conv1);
    register_module("norm1", norm1);
    register_module("conv2", conv2);
    register_module("norm2", norm2);
    if (stride != 1)
      down = register_module(
          "down", torch::nn::Sequential(
                      torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 1).stride(stride)),
                      torch::nn::BatchNorm2d(out)));
  }
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:      -    auto out = torch::relu(norm1(conv1(x)));
    // CHECK-NEXT: -    out = norm2(conv2(out));
    // CHECK:      conv1->options.stride()
    // CHECK:      +    out = torch::conv2d(out, conv2->weight
    // CHECK-NOT:  {{^}}+{{.*}}{{conv2->options}}
    auto out = torch::relu(norm1(conv1(x)));
    out = norm2(conv2(out));
    if (!down.is_empty()) x = down->forward(x);
    return torch::relu(out + x);
  }
  torch::nn::Conv2d conv1;
  torch::nn::BatchNorm2d norm1;
  torch::nn::Conv2d conv2;
  torch::nn::BatchNorm2d norm2;
  torch::nn::Sequential down{nullptr};
};
TORCH_MODULE(Block);

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return b(a(x)); }
  Block a{register_module("a", Block(4, 4, 1))}, b{register_module("b", Block(4, 8, 2))};
};
TORCH_MODULE(Net);
