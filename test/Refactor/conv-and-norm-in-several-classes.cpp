// What calls a convolution and what calls its norm are two classes: the norm is left, those in one class are taken, and
// remarks name what helps. A block that runs twice is told of once.
// RUN: %fx-clang-trace %s --root=Net --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --implicit-check-not="'b.n' (NormImpl) calls it"
// RUN: not %fx-clang-trace %s --root=Hidden '--refactor=inline-submodule<target=stem;call>' -- 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: %fx-clang-trace %s --root=Net --mode=eval '--passes=fuse-conv-bn<fold>' --rewrite -- 2>&1 | FileCheck %s --check-prefix=FOLD
// FOLD: remark: 4 batch normalisations folded

#include <torch/torch.h>

struct ConvImpl : torch::nn::Module {
  ConvImpl() { register_module("conv", conv); }
  torch::Tensor forward(torch::Tensor x) { return conv(x); }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(8, 8, 1)};
};
TORCH_MODULE(Conv);

struct NormImpl : torch::nn::Module {
  NormImpl() { register_module("bn", bn); }
  // CHECK: conv-and-norm-in-several-classes.cpp:[[@LINE+1]]:63: remark: this batch normalisation is left: 'a.n' (NormImpl) calls it, and 'a.c' (ConvImpl) its convolution; one class calls both after a run with --root=BlockImpl -i --refactor='inline-submodule<target=c;call>' and one with --root=BlockImpl -i --refactor='inline-submodule<target=n;call>'
  torch::Tensor forward(torch::Tensor x) { return torch::relu(bn(x)); }
  torch::nn::BatchNorm2d bn{8};
};
TORCH_MODULE(Norm);

struct BlockImpl : torch::nn::Module {
  BlockImpl() {
    register_module("c", c);
    register_module("n", n);
  }
  torch::Tensor forward(torch::Tensor x) { return n(c(x)); }
  Conv c;
  Norm n;
};
TORCH_MODULE(Block);

struct Net : torch::nn::Module {
  Net() {
    register_module("a", a);
    register_module("b", b);
    register_module("layers", layers);
    register_module("conv", conv);
    register_module("norm", norm);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = b(a(x));
    // CHECK: conv-and-norm-in-several-classes.cpp:[[@LINE+1]]:{{[0-9]+}}: remark: this batch normalisation is left: the model (Net) calls it, and 'layers.0' (ConvImpl) its convolution; fuse-conv-bn<fold> takes it where all objects of both classes change
    x = layers->forward(x);
    // CHECK: {{^}}-    return norm(conv(x));
    // CHECK: {{^}}+{{.*}}torch::conv2d(x, conv->weight
    return norm(conv(x));
  }
  Block a, b;
  torch::nn::Sequential layers{Conv(), torch::nn::BatchNorm2d(8)};
  torch::nn::Conv2d conv{8, 8, 1};
  torch::nn::BatchNorm2d norm{8};
};

class PrivateImpl : public torch::nn::Module {
public:
  PrivateImpl() { register_module("conv", conv); }
  torch::Tensor forward(torch::Tensor x) { return conv(x); }

private:
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(8, 8, 1)};
};
TORCH_MODULE(Private);

struct Hidden : torch::nn::Module {
  Hidden() {
    register_module("stem", stem);
    register_module("bn", bn);
  }
  // The members of the class have to be public.
  // HIDDEN: conv-and-norm-in-several-classes.cpp:[[@LINE-10]]:3: error: the call of 'stem' cannot be written out: its forward names 'conv', which only its own class may name [inline-of-a-hidden-member]
  // HIDDEN: note: make it public, or 'Hidden' a friend
  torch::Tensor forward(torch::Tensor x) { return bn(stem(x)); }
  Private stem;
  torch::nn::BatchNorm2d bn{8};
};
