// An operator that Python's torch does not export is refused: a graph could not name it.
// RUN: not fx-clang-trace --root=Alias %s -- 2>&1 | FileCheck %s --check-prefix=ALIAS
// RUN: not fx-clang-trace --root=Unique %s -- 2>&1 | FileCheck %s --check-prefix=UNIQUE
#include <torch/torch.h>

struct Alias : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return torch::alias(x); }
  // ALIAS: [[@LINE-1]]:51: error: Python's torch does not export the operator 'alias'
};

struct Unique : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return std::get<0>(torch::unique_consecutive(x)); }
  // UNIQUE: [[@LINE-1]]:63: error: Python's torch does not export the operator 'unique_consecutive'
};
