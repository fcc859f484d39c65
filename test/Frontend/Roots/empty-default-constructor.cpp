// A class that is traced as its constructor without arguments makes it, which does nothing: where
// that is an error, the constructors are named that do something, each with a line to copy.
// RUN: not fx-clang-trace %s --root=Head -- 2>&1 | FileCheck %s
// RUN: not fx-clang-trace %s --root='Head()' -- 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: not fx-clang-trace %s --root=Full -- 2>&1 | FileCheck %s --check-prefix=FULL
#include <torch/torch.h>

struct HeadImpl : torch::nn::Module {
  HeadImpl() {}
  // CHECK: error: an empty Sequential is called
  // CHECK: [[@LINE+2]]:3: note: it was made by the constructor without arguments, which does nothing; there is HeadImpl(int width, bool bias = true): --root='Head(<int width>)'
  // SAID-NOT: it was made by
  HeadImpl(int width, bool bias = true) {
    layers->push_back(torch::nn::Linear(torch::nn::LinearOptions(width, width).bias(bias)));
    register_module("layers", layers);
  }
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
TORCH_MODULE(Head);

struct FullImpl : torch::nn::Module {
  FullImpl() { register_module("layers", layers); }
  FullImpl(int width) : FullImpl() { layers->push_back(torch::nn::Linear(width, width)); }
  // FULL: error: an empty Sequential is called
  // FULL-NOT: it was made by
  torch::Tensor forward(torch::Tensor x) { return layers->forward(x); }
  torch::nn::Sequential layers;
};
TORCH_MODULE(Full);
