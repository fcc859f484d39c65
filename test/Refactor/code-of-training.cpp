// Code that training alone runs changes with the code of both: the graph of training says what becomes of it.
// RUN: %fx-clang-trace %s --rules=%S/Inputs/relu-to-sigmoid.cpp --rewrite -- 2>/dev/null | FileCheck %s
// RUN: %fx-clang-trace %s --rules=%S/Inputs/tanh-by-sigmoid.cpp --rewrite --input 2x4 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: eval: the same in 2 calls
// SAME: train: the same in 2 calls

#include <torch/torch.h>

// CHECK: +    x = torch::sigmoid(fc(x)).tanh();
// CHECK: +    x = torch::sigmoid(torch::dropout(x, 0.5, is_training()));
// CHECK: +      x = x + torch::sigmoid(fc(x));
// CHECK: +    return torch::sigmoid(x);
struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    x = torch::relu(fc(x)).tanh();

    x = torch::relu(torch::dropout(x, 0.5, is_training()));

    if (is_training()) {
      x = x + torch::relu(fc(x));
      x = torch::tanh(x) * 2;
    }

    return torch::relu(x);
  }
  torch::nn::Linear fc{register_module("fc", torch::nn::Linear(4, 4))};
};
