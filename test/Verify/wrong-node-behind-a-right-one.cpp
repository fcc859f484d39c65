// Of several changes the one is named that the difference comes of, and the others are not.
// REQUIRES: libtorch
// RUN: bash -c "fx-clang-trace %s --verify=eval --input 2x4 --rules=%S/Inputs/right-and-wrong.cpp --; test \$? = 1" 2>&1 | FileCheck %s
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::nn::Linear a = register_module("a", torch::nn::Linear(4, 4));
  torch::nn::Linear b = register_module("b", torch::nn::Linear(4, 4));
  torch::Tensor forward(torch::Tensor x) {
    // Replaced by what computes the same.
    x = b(torch::relu(a(x)));
    // Replaced by what does not, in two steps.
    x = torch::tanh(x);
    // CHECK: wrong-node-behind-a-right-one.cpp:[[#@LINE - 1]]:{{[0-9]+}}: error: in eval mode %mul{{[_0-9]*}} (operator.mul) is the first node whose value differs, or one behind it: %sigmoid (torch.sigmoid)
    return torch::relu(x + 1) * 2;
  }
};
