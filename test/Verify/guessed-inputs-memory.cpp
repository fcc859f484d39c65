// Guesses of inputs stay small: an image is not made wider by what the last layer takes too many of.
// REQUIRES: libtorch
// RUN: %python %S/Inputs/peak-memory.py fx-clang-trace %s --verify -- 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() {
    register_module("conv", conv);
    register_module("fc", fc);
  }
  torch::Tensor forward(torch::Tensor x) {
    x = torch::adaptive_avg_pool2d(conv->forward(x), {1, 1});
    return fc->forward(x.flatten(1));
  }
  torch::nn::Conv2d conv{torch::nn::Conv2dOptions(3, 512, 7)};
  torch::nn::Linear fc{22528, 11};
};

// CHECK: error: --verify needs an example of 'x'
// CHECK: with those that were tried: mat1 and mat2 shapes cannot be multiplied
// CHECK: peak memory: {{[012]}} GiB
