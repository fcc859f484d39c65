// A macro that stands for the whole call goes with it, its argument stays.
// RUN: %fx-clang-trace %s --rules=%S/../Inputs/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s

#include <torch/torch.h>

#define ACTIVATE(x) torch::relu(x)

struct Net : torch::nn::Module {
  // CHECK:      -  torch::Tensor forward(torch::Tensor x) { return ACTIVATE(x + 1); }
  // CHECK-NEXT: +  torch::Tensor forward(torch::Tensor x) { return torch::gelu(x + 1); }
  torch::Tensor forward(torch::Tensor x) { return ACTIVATE(x + 1); }
};
