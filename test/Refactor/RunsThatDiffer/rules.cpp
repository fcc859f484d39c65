// A parameter of a rule that stood for an option of a module: the new code reads the option.
// RUN: %fx-clang-trace %s --root=Net --rules=%S/Inputs/leaky.cpp --rewrite -- 2>/dev/null | FileCheck %s
// RUN: fx-clang-trace %s --root=Net --rules=%S/Inputs/leaky.cpp --rewrite --input 2x4 --verify -o %t.patch -- 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: train: the same in 2 calls

#include <torch/torch.h>

struct Block : torch::nn::Module {
  explicit Block(double slope)
      : act(register_module(
            "act", torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(slope)))) {}
  // CHECK:      -  torch::Tensor forward(torch::Tensor x) { return act(x) + 1; }
  // CHECK:      torch::max(x, x * act->options.negative_slope())
  torch::Tensor forward(torch::Tensor x) { return act(x) + 1; }
  torch::nn::LeakyReLU act;
};

struct Net : torch::nn::Module {
  std::shared_ptr<Block> a = register_module("a", std::make_shared<Block>(0.1));
  std::shared_ptr<Block> b = register_module("b", std::make_shared<Block>(0.2));
  torch::Tensor forward(torch::Tensor x) { return b->forward(a->forward(x)); }
};
