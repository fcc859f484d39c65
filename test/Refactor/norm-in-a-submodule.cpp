// The model runs the convolution, and a submodule its norm: the submodule's call is written out first. Two submodules of
// one class, of which one alone has a convolution before it.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=LEFT --implicit-check-not=+++
// RUN: cp %s %t.cpp
// RUN: %fx-clang-trace %t.cpp --root=Net '--refactor=inline-submodule<target=tail;call>' -i --
// RUN: %fx-clang-trace %t.cpp --root=Net --mode=eval --passes=fuse-conv-bn --rewrite --input 2x3x8x8 --verify=eval -- 2>&1 | FileCheck %s
// REQUIRES: libtorch
// CHECK: eval: the same in 2 calls
// CHECK: {{^}}-    torch::Tensor tail_x = conv(x);
// CHECK-NEXT: {{^}}-    x = torch::relu(tail->bn(tail_x)) * tail->scale;
// CHECK-NEXT: {{^}}+    auto mul = torch::rsqrt(tail->bn->running_var + 1e-05) * tail->bn->weight;
// CHECK-NEXT: {{^}}+    x = torch::relu(torch::conv2d(x, conv->weight * mul.reshape({-1, 1, 1, 1}),
// CHECK: tail->scale;

#include <torch/torch.h>

struct TailImpl : torch::nn::Module {
  TailImpl() { register_module("bn", bn); }
  torch::Tensor forward(torch::Tensor x) {
    // LEFT: norm-in-a-submodule.cpp:[[@LINE+1]]:24: remark: this batch normalisation is left: 'tail' (TailImpl) calls it, and the model (Net) its convolution; one class calls both after a run with -i --refactor='inline-submodule<target=tail;call>'
    return torch::relu(bn(x)) * scale;
  }
  torch::nn::BatchNorm2d bn{8};
  double scale = 2;
};
TORCH_MODULE(Tail);

struct Net : torch::nn::Module {
  Net() {
    register_module("conv", conv);
    register_module("tail", tail);
    register_module("other", other);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = tail->forward(conv(x));
    return other(x);
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 8, 3).padding(1)};
  Tail tail, other;
};
