// What some blocks of a class need and others do not, a new parameter of the constructor decides: those get true where
// they are made.
// RUN: %fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite=parametrise -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --mode=eval --passes=fuse-conv-bn --rewrite=parametrise --input 2x4x9x9 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls

// CHECK:      -  BlockImpl(bool tracks)
// CHECK-NEXT: +  BlockImpl(bool tracks, bool fused = false)
// CHECK:      +{{.*}}fused(fused) {
// CHECK:      +    if (fused) {
// CHECK-NEXT: +      auto mul = torch::rsqrt(norm->running_var + 1e-05) * norm->weight;
// CHECK-NEXT: +      return torch::conv2d(x, {{.*}}
// CHECK:      +    } else
// CHECK-NEXT: +      return norm(conv(x));
// CHECK:      +  bool fused;
// CHECK:      +  Block a{register_module("a", Block(true, true))};
// CHECK-NEXT:    Block b{register_module("b", Block(false))};
// CHECK:      +  Block c{register_module("c", Block(true, true))};

#include <torch/torch.h>

struct BlockImpl : torch::nn::Module {
  BlockImpl(bool tracks)
      : conv(register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3)))),
        norm(register_module(
            "norm",
            torch::nn::BatchNorm2d(torch::nn::BatchNorm2dOptions(4).track_running_stats(tracks)))) {
  }
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d norm;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return c->forward(b->forward(a->forward(x))); }
  Block a{register_module("a", Block(true))};
  Block b{register_module("b", Block(false))};
  Block c{register_module("c", Block(true))};
};
