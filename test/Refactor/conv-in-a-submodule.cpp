// A submodule runs the convolution, and the model its norm: one class calls both when the submodule's call is written
// out, which a remark names. No class but the model's changes, for `head` and others go on as they are.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=LEFT --implicit-check-not=+++
// RUN: cp %s %t.cpp
// RUN: %fx-clang-trace %t.cpp --root=Net '--refactor=inline-submodule<target=stem;call>' -i --
// RUN: %fx-clang-trace %t.cpp --root=Net --mode=eval --passes=fuse-conv-bn --rewrite --input 2x3x8x8 --verify=eval -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls
// CHECK: {{^}}     stem_x = torch::relu(stem->pool->forward(stem_x));
// CHECK-NEXT: {{^}}-    x = bn(stem->conv->forward(stem_x));
// CHECK-NEXT: {{^}}+    auto mul = torch::rsqrt(bn->running_var + 1e-05) * bn->weight;
// CHECK-NEXT: {{^}}+    x = torch::conv2d(stem_x, stem->conv->weight * mul.reshape({-1, 1, 1, 1}),
// CHECK-NEXT: stem->conv->options.stride()

#include <torch/torch.h>

struct StemImpl : torch::nn::Module {
  StemImpl(int64_t in, int64_t out, int64_t stride)
      : conv(torch::nn::Conv2dOptions(in, out, 3).stride(stride).padding(1).bias(false)) {
    register_module("pool", pool);
    register_module("conv", conv);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(pool->forward(x));
    return conv->forward(x);
  }
  torch::nn::AvgPool2d pool{2};
  torch::nn::Conv2d conv;
};
TORCH_MODULE(Stem);

struct Net : torch::nn::Module {
  Net() {
    register_module("stem", stem);
    register_module("bn", bn);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) {
    // LEFT: conv-in-a-submodule.cpp:[[@LINE+1]]:9: remark: this batch normalisation is left: the model (Net) calls it, and 'stem' (StemImpl) its convolution; one class calls both after a run with -i --refactor='inline-submodule<target=stem;call>'
    x = bn(stem(x));
    return head(torch::relu(x));
  }
  Stem stem{3, 8, 1}, head{8, 4, 2};
  torch::nn::BatchNorm2d bn{8};
};
