// Changes inside of a change, and two rules one after the other.
// RUN: %fx-clang-trace %s --rules=fusions,numerics --rules=%S/../Inputs/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s --match-full-lines --strict-whitespace

#include <torch/torch.h>

struct Net : torch::nn::Module {
  // CHECK:-    auto b = torch::mm(torch::relu(x), y) + torch::log(1 + torch::relu(x));
  // CHECK-NEXT:-    return b * torch::sigmoid(b);
  // CHECK-NEXT:+    auto b = torch::addmm(torch::log1p(torch::gelu(x)), torch::gelu(x), y);
  // CHECK-NEXT:+    return torch::silu(b);
  torch::Tensor forward(torch::Tensor x, torch::Tensor y) {
    auto b = torch::mm(torch::relu(x), y) + torch::log(1 + torch::relu(x));
    return b * torch::sigmoid(b);
  }
};
