// A block that runs more than once, a loop, a helper: changed when all runs change alike.
// RUN: %fx-clang-trace %s --root=Net --rules=%S/../Inputs/rules.cpp --rewrite -- 2>/dev/null | FileCheck %s

#include <torch/torch.h>

static torch::Tensor activate(torch::Tensor x) {
  // CHECK:      -  return torch::relu(x);
  // CHECK-NEXT: +  return torch::gelu(x);
  return torch::relu(x);
}

struct Block : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    // CHECK:      -    for (int i = 0; i < 3; ++i) x = activate(x) + torch::relu(x);
    // CHECK-NEXT: +    for (int i = 0; i < 3; ++i) x = activate(x) + torch::gelu(x);
    for (int i = 0; i < 3; ++i)
      x = activate(x) + torch::relu(x);
    return x;
  }
};

struct Net : torch::nn::Module {
  std::shared_ptr<Block> a = register_module("a", std::make_shared<Block>());
  std::shared_ptr<Block> b = register_module("b", std::make_shared<Block>());
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};
