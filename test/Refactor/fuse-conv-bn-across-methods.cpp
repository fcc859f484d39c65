// A convolution and a batch norm that two methods call stay: what one of these returns would change for all who call
// it. A remark says how they become one.
// RUN: %fx-clang-trace %s --root=NetImpl --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s
// RUN: %fx-clang-trace %s --root=Outer --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=DEEP

// CHECK: fuse-conv-bn-across-methods.cpp:[[@LINE+26]]:{{[0-9]+}}: remark: this batch normalisation is left: 'stem.conv' before it is called in another method. fuse-conv-bn<fold> takes it too, or first --refactor=inline-submodule<target=stem>
// The others change.
// CHECK: +{{.*}}torch::rsqrt(last->running_var
// DEEP: this batch normalisation is left: 'net.stem.conv' before it is called in another method. fuse-conv-bn<fold> takes it too{{$}}

// What the remark says, done.
// RUN: cp %s %t.cpp
// RUN: %fx-clang-trace %t.cpp --root=NetImpl "--refactor=inline-submodule<target=stem>" -i -- 2>/dev/null
// RUN: %fx-clang-trace %t.cpp --root=NetImpl --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --check-prefix=INLINED
// RUN: fx-clang-trace %t.cpp --root=NetImpl --mode=eval --passes=fuse-conv-bn --rewrite --input 2x3x9x9 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// INLINED: +{{.*}}torch::rsqrt(norm->running_var
// INLINED: +{{.*}}torch::rsqrt(last->running_var
// SAME: eval: the same in 2 calls

#include <torch/torch.h>

struct StemImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return conv->forward(x); }
  torch::nn::Conv2d conv{register_module("conv", torch::nn::Conv2d(3, 4, 3))};
};
TORCH_MODULE(Stem);

struct NetImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = stem->forward(x);

    x = torch::relu(norm->forward(x));
    return last->forward(second->forward(x));
  }
  Stem stem{register_module("stem", Stem())};
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(4))};
  torch::nn::Conv2d second{register_module("second", torch::nn::Conv2d(4, 4, 3))};
  torch::nn::BatchNorm2d last{register_module("last", torch::nn::BatchNorm2d(4))};
};
TORCH_MODULE(Net);

struct Outer : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return net->forward(x); }
  Net net{register_module("net", Net())};
};
