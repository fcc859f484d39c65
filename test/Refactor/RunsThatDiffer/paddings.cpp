// A convolution's padding is a list or a word: a list is read as one, a word of the source is written, and a word
// that a variable holds has no place in the new code.
// RUN: %fx-clang-trace %s --root=List --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --check-prefix=LIST
// RUN: fx-clang-trace %s --root=List --mode=eval --passes=fuse-conv-bn --rewrite --input 2x4x8x8 --verify=eval -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %fx-clang-trace %s --root=Word --mode=eval --passes=fuse-conv-bn --rewrite -- | FileCheck %s --check-prefix=WORD
// RUN: not fx-clang-trace %s --root=Either --mode=eval --passes=fuse-conv-bn --rewrite -- 2>&1 | FileCheck %s --check-prefix=EITHER
// SAME: eval: the same in 2 calls

#include <torch/torch.h>

struct Block : torch::nn::Module {
  explicit Block(const torch::nn::Conv2dOptions& options)
      : conv(register_module(
            "conv",
            torch::nn::Conv2d(
                torch::nn::Conv2dOptions(options).stride(1).dilation(1).groups(1).bias(false)))) {}
  // LIST: c10::get<torch::ExpandingArray<2>>(conv->options.padding()))
  // EITHER: paddings.cpp:[[@LINE+1]]:{{[0-9]+}}: error: this cannot be changed in place: the option 'padding' of 'a.conv' does not stand in the source as a literal, and the new code would have the value that it has today [value-of-an-option]
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(4))};
};

struct List : torch::nn::Module {
  std::shared_ptr<Block> a = register_module(
      "a", std::make_shared<Block>(torch::nn::Conv2dOptions(4, 4, 3).padding({1, 2})));
  std::shared_ptr<Block> b =
      register_module("b", std::make_shared<Block>(torch::nn::Conv2dOptions(4, 4, 3)));
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};

struct Either : torch::nn::Module {
  std::shared_ptr<Block> a = register_module(
      "a", std::make_shared<Block>(torch::nn::Conv2dOptions(4, 4, 3).padding(torch::kSame)));
  torch::Tensor forward(torch::Tensor x) { return a->forward(x); }
};

struct Word : torch::nn::Module {
  // WORD: + {{.*}}, 1, "same");
  torch::Tensor forward(torch::Tensor x) { return norm(conv(x)); }
  torch::nn::Conv2d conv{register_module(
      "conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(4, 4, 3).padding(torch::kSame)))};
  torch::nn::BatchNorm2d norm{register_module("norm", torch::nn::BatchNorm2d(4))};
};
