// New code in an operand of an operator gets parentheses where the operator would take a part of it, and none elsewhere.
// RUN: %fx-clang-trace %s --rules=%S/Inputs/tanh-by-sigmoid.cpp --rewrite -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --rules=%S/Inputs/tanh-by-sigmoid.cpp --rewrite --input 2x4 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: train: the same in 2 calls

#include <torch/torch.h>

// CHECK: +    auto a = x * ((torch::sigmoid(x * 2) * 2) - 1);
// CHECK: +    auto b = x - ((torch::sigmoid(a * 2) * 2) - 1);
// CHECK: +    auto c = -((torch::sigmoid(b * 2) * 2) - 1);
// CHECK: +    auto d = (torch::sigmoid(c * 2) * 2) - 1 + x;
// CHECK: +    auto e = torch::relu((torch::sigmoid(d * 2) * 2) - 1);
// CHECK: +    return ((torch::sigmoid(e * 2) * 2) - 1).sum(1);
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto a = x * torch::tanh(x);
    auto b = x - torch::tanh(a);
    auto c = -torch::tanh(b);
    auto d = torch::tanh(c) + x;
    auto e = torch::relu(torch::tanh(d));
    return torch::tanh(e).sum(1);
  }
};
